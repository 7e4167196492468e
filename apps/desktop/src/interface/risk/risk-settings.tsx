import { t } from '@lingui/core/macro';
import { riskProfile } from '@quorate/bot/profiles/profile';
import { EXIT_SETTINGS } from '@quorate/trading/exits/exits';
import type { NumberSetting } from '@quorate/trading/risk/rule';
import { Button } from '@quorate/ui/button';
import { FieldFrame } from '@quorate/ui/field-frame';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { formatList } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { NUMBERS } from '@quorate/ui/language';
import { Notice } from '@quorate/ui/notice';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import {
  type Equity,
  type ExitDraft,
  type Faults,
  MORE_RISK_FIELDS,
  moneyWords,
  RISK_FIELDS,
  type RiskDraft,
  typedNumber,
} from './check-risk.ts';

type RiskSettingsProps = {
  draft: RiskDraft;
  onChange: (changes: Partial<RiskDraft>) => void;
  faults: Faults;
  equity: Equity | null;
  /** Most trades a day of the plan; null where there is no limit or nobody knows. */
  planTrades: number | null;
};

/** The risk settings, those of the guide first, each with its bounds, what it does, and what it is in money. */
export function RiskSettings(props: RiskSettingsProps) {
  const { draft, onChange, faults, equity, planTrades } = props;
  const warning = riskWarning(draft);
  return (
    <div className="space-y-5">
      <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
        {[...RISK_FIELDS, ...MORE_RISK_FIELDS].map((setting) => (
          <RiskNumberField
            key={setting.field}
            setting={setting}
            value={draft[setting.field]}
            onChange={(text) => onChange({ [setting.field]: text })}
            error={faults[`risk.${setting.field}`] ?? null}
            equity={equity}
            planTrades={setting.field === 'maximum_daily_trades' ? planTrades : null}
          />
        ))}
      </div>
      {warning !== null && <Notice tone="warning">{warning}</Notice>}
    </div>
  );
}

/** How what is open is managed: every exit is off until it has a figure. */
export function ExitFieldset(props: {
  draft: ExitDraft;
  onChange: (changes: Partial<ExitDraft>) => void;
  faults: Faults;
}) {
  const { draft, onChange, faults } = props;
  return (
    <div className="grid items-start gap-x-6 gap-y-5 sm:grid-cols-2">
      {EXIT_SETTINGS.map((setting) => (
        <RiskNumberField
          key={setting.field}
          setting={setting}
          value={draft[setting.field]}
          onChange={(text) => onChange({ [setting.field]: text })}
          error={faults[`exits.${setting.field}`] ?? null}
          equity={null}
          isExit
        />
      ))}
    </div>
  );
}

type RiskNumberFieldProps = {
  setting: NumberSetting & { field: string };
  value: string;
  onChange: (text: string) => void;
  error: string | null;
  equity: Equity | null;
  planTrades?: number | null;
  /** An empty field switches an exit off; of a limit it means that there is none. */
  isExit?: boolean;
};

function RiskNumberField(props: RiskNumberFieldProps) {
  const { setting, value, onChange, error, equity, planTrades = null, isExit = false } = props;
  const money = setting.ofEquity ? moneyWords(value, equity) : null;
  return (
    <NumberField
      name={setting.field}
      label={setting.label}
      unit={setting.unit}
      value={value}
      onChange={onChange}
      error={error}
      {...(setting.optional && { placeholder: isExit ? t`off` : t`no limit` })}
      aside={
        <span className="text-tiny text-muted max-lg:basis-full">{t`recommended ${setting.recommended}`}</span>
      }
      hint={
        <>
          {setting.help} {boundsOf(setting, isExit)}{' '}
          {planTrades !== null && t`Your plan allows ${planTrades} a day.`}
          {money !== null && <span className="block">{money}</span>}
        </>
      }
    />
  );
}

function boundsOf({ least, most, unit, optional }: NumberSetting, isExit: boolean): string {
  const sign = unit === '%' ? '%' : '';
  const [from, to] = [`${least}${sign}`, `${most.toLocaleString(NUMBERS)}${sign}`];
  if (!optional) return t`From ${from} to ${to}.`;
  return isExit
    ? t`From ${from} to ${to}, or empty for off.`
    : t`From ${from} to ${to}, or empty for no limit.`;
}

/** What two settings that are right by themselves mean together; null where nothing is odd. */
export function riskWarning(draft: RiskDraft): string | null {
  const day = typedNumber(draft.daily_loss_limit_percent);
  const week = typedNumber(draft.weekly_loss_limit_percent);
  const risk = typedNumber(draft.risk_per_trade_percent);
  if (day !== null && week !== null && week < day) {
    return t`The weekly loss limit (${week}%) is below the daily one (${day}%): the week's ends trading first.`;
  }
  if (day !== null && risk !== null && day < risk) {
    return t`One losing trade (${risk}%) is more than the daily loss limit (${day}%): such a trade is refused.`;
  }
  return null;
}

const COMMON = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCAD', 'USDCHF', 'NZDUSD', 'XAUUSD'];

type CurrencyPairsProps = {
  pairs: readonly string[];
  onChange: (pairs: readonly string[]) => void;
  error: string | null;
  /** Most of the plan; null for no limit. */
  most: number | null;
};

/** The symbols that are traded, each with a button that removes it. */
export function CurrencyPairs({ pairs, onChange, error, most }: CurrencyPairsProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const [said, setSaid] = useState('');

  const add = () => {
    if (typed.trim() === '') {
      setRefused(null);
      return;
    }
    const { added, fault } = readPairs(typed, pairs);
    setRefused(fault);
    if (added.length === 0) return;
    onChange([...pairs, ...added]);
    setSaid(t`${formatList(added, 'unit')} added`);
    if (fault === null) setTyped('');
  };
  const remove = (pair: string) => {
    onChange(pairs.filter((one) => one !== pair));
    setSaid(t`${pair} removed`);
    // The button that had the focus is gone.
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    add();
  };
  return (
    <FieldFrame
      id={id}
      label={t`Currency pairs`}
      error={refused ?? error}
      aside={
        <span className="text-tiny text-muted">
          {most === null
            ? t`${pairs.length} of at most 64`
            : t`${pairs.length} of ${most} that your plan allows`}
        </span>
      }
      hint={t`Such as EURUSD. The app finds your broker's suffix automatically.`}
    >
      {pairs.length > 0 && (
        <ul aria-label={t`Chosen currency pairs`} className="mb-2 flex flex-wrap gap-2">
          {pairs.map((pair) => (
            <li
              key={pair}
              className="flex items-center rounded-full border border-line-strong/50 ps-3 text-small"
            >
              <span className="figures text-tiny">{pair}</span>
              <button
                type="button"
                aria-label={t`Remove ${pair}`}
                onClick={() => remove(pair)}
                className="grid size-9 place-items-center rounded-full text-muted hover:text-loss"
              >
                <Icon name="close" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          list={`${id}-common`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={400}
          placeholder="EURUSD"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          // What was typed and not added would be missing in what is saved.
          onBlur={add}
          aria-invalid={(refused ?? error) ? true : undefined}
          aria-describedby={`${id}-note`}
          className={`${CONTROL_CLASS} figures max-w-[16rem]`}
        />
        <datalist id={`${id}-common`}>
          {COMMON.filter((pair) => !pairs.includes(pair)).map((pair) => (
            <option key={pair} value={pair} />
          ))}
        </datalist>
        <Button variant="secondary" onClick={add}>{t`Add`}</Button>
      </div>
      <span role="status" className="sr-only">
        {said}
      </span>
    </FieldFrame>
  );
}

const pair = riskProfile.shape.currency_pairs.element;

/**
 * The symbols of a typed text that are not there yet, and what is wrong with the first that is none.
 *
 * @example readPairs('eurusd, x', []) // { added: ['EURUSD'], fault: '“x” is no symbol: …' }
 */
export function readPairs(
  text: string,
  there: readonly string[],
): Readonly<{ added: readonly string[]; fault: string | null }> {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const added: string[] = [];
  let fault: string | null = null;
  for (const word of words) {
    // Plain pairs are written in capitals; what a broker adds may be in small letters.
    const symbol = /^[a-z]{6}$/i.test(word) ? word.toUpperCase() : word;
    if (!pair.safeParse(symbol).success) {
      fault ??= t`“${word.slice(0, 40)}” is no symbol: 3 to 32 letters and digits, such as EURUSD.`;
    } else if ([...there, ...added].some((one) => one.toUpperCase() === symbol.toUpperCase())) {
      fault ??= t`${symbol} is there already.`;
    } else {
      added.push(symbol);
    }
  }
  return { added, fault };
}

type NumberFieldProps = {
  label: string;
  unit?: string;
  value: string;
  onChange: (text: string) => void;
  hint?: ReactNode;
  error?: string | null;
  /** Beside the label. */
  aside?: ReactNode;
  placeholder?: string;
  name: string;
};

/** A number that is typed, with its unit behind it. Text and not a spinner: a comma is a point in half the world. */
export function NumberField(props: NumberFieldProps) {
  const { label, unit, value, onChange, hint, error, aside, placeholder, name } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error ?? null} aside={aside}>
      <div className="relative">
        <input
          id={id}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note${unit ? ` ${id}-unit` : ''}`}
          className={`${CONTROL_CLASS} figures pe-16`}
        />
        {unit && (
          <span
            id={`${id}-unit`}
            className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-tiny text-muted"
          >
            {unit}
          </span>
        )}
      </div>
    </FieldFrame>
  );
}
