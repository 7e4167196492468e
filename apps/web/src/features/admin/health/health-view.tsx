import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  getServiceHealth,
  type HealthVerdict,
  type ServiceCopy,
  type ServiceJob,
} from '@quorate/contract/admin-health';
import type { Reply } from '@quorate/contract/endpoint';
import { formatCount } from '@quorate/ui/format';
import { Icon } from '@quorate/ui/icon';
import { Notice, type NoticeTone } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { formatClock, viewerTimeZone } from '@quorate/ui/time-format';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { AdminPage, Loaded, Moment } from '../parts/admin-page.tsx';
import { type Columns, DataTable } from '../parts/data-table.tsx';
import { Checks, VerdictBadge, worstFirst } from '../parts/verdicts.tsx';

const TONES: Record<HealthVerdict, [NoticeTone, string]> = {
  fine: ['success', t`Everything works.`],
  look: ['warning', t`Everything works, but something needs a look.`],
  broken: ['error', t`Something that we promise does not happen.`],
};

const EVERY_MS = 10_000;

/** The whole service on one page; reads itself again every ten seconds for as long as it is looked at. */
export function HealthView() {
  const health = useQuery({
    queryKey: ['admin', 'health'],
    queryFn: ({ signal }) => callApi(getServiceHealth, {}, { signal }),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
  });
  const at = health.data?.at;
  return (
    <AdminPage
      title={t`Health`}
      lead={t`How the service is doing. Refreshes every 10 seconds while this page is open.`}
      aside={
        at && (
          <p className="text-tiny text-muted">
            <Trans>
              As of <time dateTime={at}>{formatClock(at, viewerTimeZone())}</time>
            </Trans>
          </p>
        )
      }
    >
      <Loaded query={health} what={t`how the service is doing`}>
        {({ verdict, checks, copies, jobs, growing, database }) => (
          <>
            <Notice tone={TONES[verdict][0]} title={TONES[verdict][1]} live />
            <FineFolded
              label={t`Checks`}
              rows={worstFirst(checks)}
              summaryOf={(count) =>
                plural(count, { one: '# check is fine', other: '# checks are fine' })
              }
              list={(label, rows) => <Checks label={label} checks={rows} />}
            />
            <Panel title={t`Copies of the service`}>
              <DataTable
                caption={t`Copies of the service`}
                columns={COPIES}
                rows={copies}
                rowKey={({ id }) => id}
                empty={t`No copy has reported yet.`}
              />
            </Panel>
            <Panel title={t`Jobs`}>
              {jobs.length === 0 && (
                <p className="text-small text-muted">{t`No job has run yet.`}</p>
              )}
              {jobs.length > 0 && (
                <FineFolded
                  label={t`Jobs`}
                  rows={jobs}
                  summaryOf={(count) =>
                    plural(count, { one: '# job in time', other: '# jobs in time' })
                  }
                  list={(label, rows) => (
                    <DataTable
                      caption={label}
                      columns={JOBS}
                      rows={rows}
                      rowKey={({ name }) => name}
                    />
                  )}
                />
              )}
            </Panel>
            <Panel title={t`Who grows fastest`}>
              <DataTable
                caption={t`Who grows fastest`}
                columns={GROWING}
                rows={growing}
                rowKey={({ user_id }) => user_id}
                empty={t`Nothing was added in the last full day, or it has not been counted yet.`}
              />
            </Panel>
            <Panel
              title={t`Database`}
              aside={
                <span className="text-tiny text-muted">{t`${database.version}, ${formatBytes(database.size_bytes)}, schema ${database.schema}`}</span>
              }
            >
              <FoldedOnPhone
                summary={t`Its ${plural(database.tables.length, { one: '# largest table', other: '# largest tables' })}`}
              >
                <DataTable
                  caption={t`Largest tables`}
                  columns={TABLES}
                  rows={database.tables}
                  rowKey={({ name }) => name}
                />
              </FoldedOnPhone>
            </Panel>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

const COPIES: Columns<ServiceCopy> = [
  {
    head: t`Copy`,
    cell: ({ host, pid, version }) => (
      <>
        <span className="font-medium">
          {host}, <span className="whitespace-nowrap">{t`process ${pid}`}</span>
        </span>
        <span className="block text-tiny text-muted">{t`version ${version}`}</span>
      </>
    ),
  },
  { head: t`Verdict`, cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
  { head: t`Started`, cell: ({ started_at }) => <Moment at={started_at} /> },
  { head: t`Memory`, end: true, cell: ({ figures }) => figure(figures?.rss_mb, 'MB') },
  { head: t`Lag (p99)`, end: true, cell: ({ figures }) => figure(figures?.loop_lag_ms, 'ms') },
  { head: t`Requests`, end: true, cell: ({ figures }) => figure(figures?.requests) },
  { head: t`Errors`, end: true, cell: ({ figures }) => figure(figures?.errors) },
];

function figure(value: number | undefined, unit = ''): string {
  if (value === undefined) return '–';
  return `${formatCount(Math.round(value))}${unit && ` ${unit}`}`;
}

const JOBS: Columns<ServiceJob> = [
  {
    head: t`Job`,
    cell: ({ name, last_error, outcome, held_by }) => (
      <>
        <span className="font-medium">{name}</span>
        {held_by !== null && <span className="block text-tiny text-muted">{t`by ${held_by}`}</span>}
        {last_error !== null && (
          <span className="block max-w-80 wrap-anywhere text-tiny text-muted">
            {outcome === 'failed' ? t`Failed: ${last_error}` : t`Failed once: ${last_error}`}
          </span>
        )}
      </>
    ),
  },
  { head: t`Verdict`, cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
  { head: t`Last ended`, cell: ({ finished_at }) => <Moment at={finished_at} /> },
  { head: t`Next`, cell: ({ next_at }) => <Moment at={next_at} /> },
  { head: t`Runs`, end: true, cell: ({ runs }) => formatCount(runs) },
  { head: t`Failures`, end: true, cell: ({ failures }) => formatCount(failures) },
];

const TABLES: Columns<Reply<typeof getServiceHealth>['database']['tables'][number]> = [
  { head: t`Table`, cell: ({ name }) => <span className="font-medium">{name}</span> },
  { head: t`Size`, end: true, cell: ({ size_bytes }) => formatBytes(size_bytes) },
  {
    head: t`Rows (approx.)`,
    end: true,
    cell: ({ rows }) => (rows === null ? '–' : formatCount(rows)),
  },
];

const GROWING: Columns<Reply<typeof getServiceHealth>['growing'][number]> = [
  {
    head: t`User`,
    cell: ({ user_id, username }) => <TextLink to={`/admin/users/${user_id}`}>{username}</TextLink>,
  },
  {
    head: t`Entries yesterday (UTC)`,
    end: true,
    cell: ({ entries_day }) => formatCount(entries_day),
  },
  { head: t`Entries in all`, end: true, cell: ({ entries }) => formatCount(entries) },
];

type FineFoldedProps<Row> = {
  label: string;
  rows: readonly Row[];
  /** What stands for so many that are fine. */
  summaryOf: (count: number) => string;
  list: (label: string, rows: readonly Row[]) => ReactNode;
};

/** All rows where there is room; on a phone what is fine stands behind one line, below what is not. */
function FineFolded<Row extends { verdict: HealthVerdict }>({
  label,
  rows,
  summaryOf,
  list,
}: FineFoldedProps<Row>) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (wide) return list(label, rows);
  const fine = rows.filter(({ verdict }) => verdict === 'fine');
  const others = rows.filter(({ verdict }) => verdict !== 'fine');
  return (
    <>
      {others.length > 0 && list(label, others)}
      {fine.length > 0 && (
        <FoldedOnPhone summary={summaryOf(fine.length)}>
          {list(t`${label} that are fine`, fine)}
        </FoldedOnPhone>
      )}
    </>
  );
}

type FoldedProps = {
  /** What stands for it while it is closed. */
  summary: string;
  children: ReactNode;
};

/** What is in order, and long: behind its summary on a phone, so that what is not stands on one screen. */
function FoldedOnPhone({ summary, children }: FoldedProps) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (wide) return children;
  return (
    <details className="group text-small">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-sm text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        {summary}
        <Icon
          name="down"
          className="size-4 shrink-0 transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
