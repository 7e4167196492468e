import { PAGE_SIZES } from '@quorate/contract/reply';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { SelectField } from '@quorate/ui/select-field';
import { useId, useState } from 'react';
import type { DecisionFilter } from './decision-filter.ts';

const OUTCOMES: ReadonlyArray<{ value: DecisionFilter['outcome']; label: string }> = [
  { value: 'all', label: 'All' },
  { value: 'traded', label: 'Traded' },
  { value: 'vetoed', label: 'Vetoed' },
  { value: 'held', label: 'Held' },
];
const ACCOUNTS: ReadonlyArray<{ value: DecisionFilter['account']; label: string }> = [
  { value: 'all', label: 'All' },
  { value: 'demo', label: 'Demo' },
  { value: 'real', label: 'Real' },
];
const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

type DecisionControlsProps = {
  filter: DecisionFilter;
  onChange: (part: Partial<DecisionFilter>) => void;
};

/** Which decisions: what became of them, their symbol and their kind of account. */
export function DecisionControls({ filter, onChange }: DecisionControlsProps) {
  const [symbol, setSymbol] = useState(filter.symbol ?? '');
  const choose = () => {
    const typed = symbol.trim() || null;
    if (typed !== filter.symbol) onChange({ symbol: typed });
  };
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <SelectField
        label="Outcome"
        value={filter.outcome}
        options={OUTCOMES}
        onChange={(outcome) => onChange({ outcome })}
        className="w-32"
      />
      <SelectField
        label="Account"
        value={filter.account}
        options={ACCOUNTS}
        onChange={(account) => onChange({ account })}
        className="w-28"
      />
      <SymbolField value={symbol} onType={setSymbol} onDone={choose} />
      <SelectField
        label="Rows per page"
        value={String(filter.perPage)}
        options={SIZES}
        onChange={(text) => {
          const perPage = PAGE_SIZES.find((size) => String(size) === text);
          if (perPage) onChange({ perPage });
        }}
        className="w-28"
      />
    </form>
  );
}

type SymbolFieldProps = { value: string; onType: (text: string) => void; onDone: () => void };

/** A symbol to narrow a list to; it counts when one leaves the field or presses Enter. */
function SymbolField({ value, onType, onDone }: SymbolFieldProps) {
  const id = useId();
  return (
    <div className="w-32">
      <label htmlFor={id} className="mb-1 block text-tiny text-muted">
        Symbol
      </label>
      <input
        id={id}
        value={value}
        placeholder="All"
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        onChange={(event) => onType(event.target.value)}
        onBlur={onDone}
        className={`${CONTROL_CLASS} text-small`}
      />
    </div>
  );
}
