import { SelectField } from '@quorate/ui/select-field';
import type { ReactNode } from 'react';
import { PeriodFilter } from './period-filter.tsx';
import type { AccountChoice, TradeFilter } from './trade-filter.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

const ACCOUNT_OPTIONS: ReadonlyArray<{ value: AccountChoice; label: string }> = [
  { value: 'all', label: 'All' },
  { value: 'demo', label: 'Demo' },
  { value: 'real', label: 'Real' },
];

type FilterBarProps = { filter: TradeFilter; onChange: ChangeFilter; children?: ReactNode };

/** Which trades: their time and their kind of account. Both tabs of the record share it. */
export function FilterBar({ filter, onChange, children }: FilterBarProps) {
  return (
    // In two even columns on a phone.
    <div className="grid grid-cols-2 items-end gap-3 max-sm:w-full sm:flex sm:flex-wrap max-sm:[&>div]:w-full! max-sm:[&>form]:col-span-2">
      {/* A filter that came with the address starts the custom dates again. */}
      <PeriodFilter
        key={`${filter.period} ${filter.from} ${filter.to}`}
        filter={filter}
        onChange={onChange}
      />
      <SelectField
        label="Account"
        value={filter.account}
        options={ACCOUNT_OPTIONS}
        onChange={(account) => onChange({ account })}
        className="w-28"
      />
      {children}
    </div>
  );
}
