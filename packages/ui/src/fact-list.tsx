import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export type Fact = { label: string; value: ReactNode; pass?: boolean };

/** Figures with the rule's answer beside them, as a tick or a cross. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(12.5rem,40%)),1fr))] gap-x-6 text-tiny">
      {facts.map(({ label, value, pass }) => (
        <div
          key={label}
          className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 border-b border-dashed border-line py-1.5"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="figures inline-flex items-center gap-1 font-medium">
            {value}
            {pass !== undefined && (
              <Icon
                name={pass ? 'check' : 'error'}
                label={pass ? t`passed` : t`refused`}
                className={`size-3.5 ${pass ? 'text-gain' : 'text-loss'}`}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
