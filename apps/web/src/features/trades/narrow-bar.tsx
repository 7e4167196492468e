import { t } from '@lingui/core/macro';
import {
  EXIT_REASONS,
  TAG_MAX,
  TRADE_RESULTS,
  TRADE_TEXT_MAX,
} from '@quorate/contract/trade-filter';
import { Button } from '@quorate/ui/button';
import { EXIT_REASON_WORDS } from '@quorate/ui/exit-reason-words';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { SelectField } from '@quorate/ui/select-field';
import { type Ref, useEffect, useEffectEvent, useId, useState } from 'react';
import { narrowWords, RESULT_WORDS } from '../../lib/trade-selection.ts';
import { NOT_NARROWED, symbolOf, type TradeFilter, typedOf } from './trade-filter.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

type NarrowBarProps = {
  filter: TradeFilter;
  onChange: ChangeFilter;
  /** Symbols and tags on the page, offered while one types. */
  known: { symbols: readonly string[]; tags: readonly string[] };
  wide: boolean;
  textField: Ref<HTMLInputElement>;
  /** Leads to the text; undefined where single keys are off. */
  shortcut: string | undefined;
};

/** What the history is narrowed to beside period and account. On a phone all but the text is folded away. */
export function NarrowBar(props: NarrowBarProps) {
  const { filter, onChange, known, wide, textField, shortcut } = props;
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const narrowed = narrowWords(filter).length;
  const folded = narrowWords({ ...filter, text: null }).length;
  const shown = wide || unfolded;
  return (
    <section
      aria-label={t`Find trades`}
      className="flex min-w-0 flex-wrap items-end gap-3 max-sm:w-full"
    >
      <TypedField
        key={`text ${wide}`}
        label={t`Note, set-up, ticket or symbol`}
        value={filter.text}
        most={TRADE_TEXT_MAX}
        read={(typed) => typedOf(typed, TRADE_TEXT_MAX)}
        onDone={(text) => onChange({ text })}
        afterMs={400}
        field={textField}
        shortcut={shortcut}
        className="w-60 max-sm:min-w-0 max-sm:flex-1"
      />
      {!wide && (
        <Button
          variant="secondary"
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {folded === 0 ? t`Filters` : t`Filters (${folded})`}
        </Button>
      )}
      <div
        id={id}
        hidden={!shown}
        className={
          wide ? 'contents' : 'grid w-full grid-cols-2 gap-3 [&>div]:w-full! [&[hidden]]:hidden'
        }
      >
        <TypedField
          label={t`Symbol`}
          value={filter.symbol}
          most={32}
          read={symbolOf}
          onDone={(symbol) => onChange({ symbol })}
          options={known.symbols}
          className="w-28"
        />
        <Choice
          label={t`Side`}
          value={filter.side}
          words={{ BUY: t`Buy`, SELL: t`Sell` }}
          choices={['BUY', 'SELL']}
          onChange={(side) => onChange({ side })}
        />
        <Choice
          label={t`Result`}
          value={filter.result}
          words={RESULT_WORDS}
          choices={TRADE_RESULTS}
          onChange={(result) => onChange({ result })}
        />
        <Choice
          label={t`Exit reason`}
          value={filter.exit}
          words={EXIT_REASON_WORDS}
          choices={EXIT_REASONS}
          onChange={(exit) => onChange({ exit })}
        />
        <TypedField
          label={t`Tag`}
          value={filter.tag}
          most={TAG_MAX}
          read={(typed) => typedOf(typed, TAG_MAX)}
          onDone={(tag) => onChange({ tag })}
          options={known.tags}
          className="w-28"
        />
      </div>
      {narrowed > 0 && (
        <Button variant="quiet" onClick={() => onChange(NOT_NARROWED)}>{t`Clear filters`}</Button>
      )}
    </section>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value | null;
  choices: readonly Value[];
  words: Readonly<Record<Value, string>>;
  onChange: (value: Value | null) => void;
};

function Choice<Value extends string>({
  label,
  value,
  choices,
  words,
  onChange,
}: ChoiceProps<Value>) {
  const options: { value: Value | 'all'; label: string }[] = [
    { value: 'all', label: t`All` },
    ...choices.map((choice) => ({ value: choice, label: words[choice] })),
  ];
  return (
    <SelectField<Value | 'all'>
      label={label}
      value={value ?? 'all'}
      options={options}
      onChange={(chosen) => onChange(chosen === 'all' ? null : chosen)}
      className="w-32"
    />
  );
}

type TypedFieldProps = {
  label: string;
  value: string | null;
  most: number;
  /** What is looked for; null for nothing. */
  read: (typed: string) => string | null;
  onDone: (value: string | null) => void;
  /** It counts when the field is left or Enter is pressed, and so long after the last letter. */
  afterMs?: number;
  options?: readonly string[];
  field?: Ref<HTMLInputElement>;
  shortcut?: string | undefined;
  className: string;
};

function TypedField(props: TypedFieldProps) {
  const { label, value, most, read, onDone, afterMs, options = [], field, shortcut } = props;
  const id = useId();
  const [typed, setTyped] = useState(value ?? '');
  // What came with the address, or was cleared, replaces what was typed.
  const [before, setBefore] = useState(value);
  if (before !== value) {
    setBefore(value);
    if (read(typed) !== value) setTyped(value ?? '');
  }
  const wrong = typed.trim() !== '' && read(typed) === null;
  const done = () => {
    const next = read(typed);
    if (!wrong && next !== value) onDone(next);
  };
  const doneLater = useEffectEvent(done);
  useEffect(() => {
    if (afterMs === undefined || typed === (value ?? '')) return undefined;
    const timer = setTimeout(() => doneLater(), afterMs);
    return () => clearTimeout(timer);
  }, [typed, value, afterMs]);
  return (
    <div className={props.className}>
      <label htmlFor={id} className="mb-1 block truncate text-tiny text-muted">
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type={afterMs === undefined ? 'text' : 'search'}
        value={typed}
        placeholder={t`All`}
        autoComplete="off"
        spellCheck={false}
        maxLength={most}
        list={options.length > 0 ? `${id}-known` : undefined}
        aria-keyshortcuts={shortcut}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-fault` : undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Enter') done();
          if (event.key !== 'Escape') return;
          // Browsers would empty the field.
          event.preventDefault();
          event.currentTarget.blur();
        }}
        className={`${CONTROL_CLASS} text-small`}
      />
      {options.length > 0 && (
        <datalist id={`${id}-known`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      {wrong && (
        <p
          id={`${id}-fault`}
          role="alert"
          className="mt-1 text-tiny text-loss"
        >{t`Type a name such as EURUSD.`}</p>
      )}
    </div>
  );
}
