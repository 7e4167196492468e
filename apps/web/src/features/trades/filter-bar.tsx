import { t } from '@lingui/core/macro';
import type { Period } from '@quorate/contract/trade-filter';
import { Button } from '@quorate/ui/button';
import { CONTROL_CLASS } from '@quorate/ui/field-style';
import { SelectField } from '@quorate/ui/select-field';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { AccountField, PracticeHint } from '../../ui/account-field.tsx';
import type { TradeFilter } from './trade-filter.ts';
import type { ChangeFilter } from './use-trade-filter.ts';

type FilterBarProps = {
  userId: string;
  filter: TradeFilter;
  onChange: ChangeFilter;
  children?: ReactNode;
};

/** Which trades: their time and their kind of account. Both tabs of the record share it. */
export function FilterBar({ userId, filter, onChange, children }: FilterBarProps) {
  return (
    // In two even columns on a phone.
    <div className="grid grid-cols-2 items-end gap-3 max-sm:w-full sm:flex sm:flex-wrap max-sm:[&>div]:w-full! max-sm:[&>form]:col-span-2">
      {/* A filter that came with the address starts the custom dates again. */}
      <PeriodFilter
        key={`${filter.period} ${filter.from} ${filter.to}`}
        filter={filter}
        onChange={onChange}
      />
      <AccountField
        userId={userId}
        value={filter.account}
        onChange={(account) => onChange({ account })}
      />
      {children}
      <PracticeHint userId={userId} value={filter.account} />
    </div>
  );
}

const PERIOD_OPTIONS: ReadonlyArray<{ value: Period; label: string }> = [
  { value: 'all', label: t`All Time` },
  { value: 'daily', label: t`Today` },
  { value: 'weekly', label: t`Last 7 Days` },
  { value: 'monthly', label: t`Last 30 Days` },
  { value: 'custom', label: t`Custom Period` },
];

type PeriodFilterProps = { filter: TradeFilter; onChange: ChangeFilter };

/** A custom period changes nothing until both its days are applied. */
function PeriodFilter({ filter, onChange }: PeriodFilterProps) {
  const [chosen, setChosen] = useState(filter.period);
  const [from, setFrom] = useState(filter.from ?? '');
  const [to, setTo] = useState(filter.to ?? '');
  const reversed = from !== '' && to !== '' && from > to;

  const choose = (period: Period) => {
    setChosen(period);
    if (period !== 'custom') onChange({ period, from: null, to: null });
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (from !== '' && to !== '' && !reversed) onChange({ period: 'custom', from, to });
  };

  return (
    <>
      <SelectField
        label={t`Date`}
        value={chosen}
        options={PERIOD_OPTIONS}
        onChange={choose}
        className="w-40"
      />
      {chosen === 'custom' && (
        <form onSubmit={apply} className="flex flex-wrap items-end gap-3">
          <DateField label={t`Start date`} value={from} onChange={setFrom} />
          <DateField
            label={t`End date`}
            value={to}
            onChange={setTo}
            error={reversed ? t`The end is before the start.` : null}
          />
          <Button
            type="submit"
            variant="secondary"
            disabled={from === '' || to === '' || reversed}
          >{t`Apply`}</Button>
        </form>
      )}
    </>
  );
}

type DateFieldProps = {
  label: string;
  /** 2025-01-31, or empty. */
  value: string;
  onChange: (day: string) => void;
  error?: string | null;
};

function DateField({ label, value, onChange, error = null }: DateFieldProps) {
  const id = useId();
  return (
    <div className="relative">
      <label htmlFor={id} className="mb-1 block text-tiny text-muted">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={`${CONTROL_CLASS} text-small`}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-tiny text-loss">
          {error}
        </p>
      )}
    </div>
  );
}
