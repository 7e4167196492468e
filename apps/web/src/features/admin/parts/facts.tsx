import { classNames } from '@quorate/ui/class-names';
import type { ReactNode } from 'react';

type FactsProps = {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** Where there is no room for two columns. */
  narrow?: boolean;
};

/** What is known of one thing: names and values below each other, in two columns where there is room. */
export function Facts({ facts, narrow = false }: FactsProps) {
  return (
    <dl className={classNames('grid gap-x-8 text-small', !narrow && 'sm:grid-cols-2')}>
      {facts.map(([label, value]) => (
        <div
          key={label}
          className="flex min-w-0 items-baseline justify-between gap-4 border-b border-line py-2"
        >
          <dt className="shrink-0 text-muted">{label}</dt>
          <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
