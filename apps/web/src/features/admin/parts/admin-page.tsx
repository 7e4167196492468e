import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { formatTime, viewerTimeZone } from '@quorate/ui/time-format';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RetryNotice } from '../../../ui/retry-notice.tsx';

type AdminPageProps = {
  title: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
};

/** A page of the back office: its heading, one sentence of what stands here, and its parts below. */
export function AdminPage({ title, lead, aside, children }: AdminPageProps) {
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="font-serif text-title font-medium wrap-anywhere">{title}</h1>
          {lead && <p className="mt-1 max-w-prose text-small text-muted">{lead}</p>}
        </div>
        {aside}
      </div>
      {children}
    </div>
  );
}

type LoadedProps<T> = {
  query: UseQueryResult<T>;
  /** Such as 'the account'. */
  what: string;
  children: (data: T) => ReactNode;
};

/** What is read in one piece, in its states: on its way, failed, there. */
export function Loaded<T>({ query, what, children }: LoadedProps<T>) {
  const { data, error, isError, isFetching, refetch } = query;
  return (
    <>
      {isError && (
        <RetryNotice
          title={t`Failed to load ${what}`}
          error={error}
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      )}
      {data === undefined && !isError && <RowsSkeleton loading={t`Loading ${what}`} />}
      {data !== undefined && children(data)}
    </>
  );
}

/** A moment in the viewer's zone; a dash where there is none. @param at UTC in ISO 8601 */
export function Moment({ at }: { at: string | null }) {
  if (at === null) return <span className="text-muted">–</span>;
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {formatTime(at, viewerTimeZone())}
    </time>
  );
}

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
          <dd className="min-w-0 text-end wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
