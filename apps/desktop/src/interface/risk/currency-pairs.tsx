import { Button } from '@quorate/ui/button';
import { FieldFrame } from '@quorate/ui/field-frame';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { Icon } from '@quorate/ui/icon';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { readPairs } from './read-pairs.ts';

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
    setSaid(`${added.join(', ')} added`);
    if (fault === null) setTyped('');
  };
  const remove = (pair: string) => {
    onChange(pairs.filter((one) => one !== pair));
    setSaid(`${pair} removed`);
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
      label="Currency pairs"
      error={refused ?? error}
      aside={
        <span className="text-tiny text-muted">
          {pairs.length} of {most === null ? 'at most 64' : `${most} that your plan allows`}
        </span>
      }
      hint="As people write them: the suffix of the broker is found automatically."
    >
      {pairs.length > 0 && (
        <ul aria-label="Chosen currency pairs" className="mb-2 flex flex-wrap gap-2">
          {pairs.map((pair) => (
            <li
              key={pair}
              className="flex items-center rounded-full border border-line-strong/50 pl-3 text-small"
            >
              <span className="figures text-[0.8438rem]">{pair}</span>
              <button
                type="button"
                aria-label={`Remove ${pair}`}
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
        <Button variant="secondary" onClick={add}>
          Add
        </Button>
      </div>
      <span role="status" className="sr-only">
        {said}
      </span>
    </FieldFrame>
  );
}
