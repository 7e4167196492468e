import type { HealthVerdict } from '@quorate/contract/admin-health';
import { countOf, formatCount } from '@quorate/ui/format';
import { Notice, type NoticeTone } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { formatClock, viewerTimeZone } from '@quorate/ui/time-format';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { RetryNotice } from '../../../ui/retry-notice.tsx';
import { AdminPage } from '../parts/admin-page.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { CheckList } from './check-list.tsx';
import { CopiesTable } from './copies-table.tsx';
import { FoldedOnPhone } from './folded-on-phone.tsx';
import { useServiceHealth } from './health.api.ts';
import { JobsTable } from './jobs-table.tsx';

const TONES: Record<HealthVerdict, [NoticeTone, string]> = {
  fine: ['success', 'Everything works.'],
  look: ['warning', 'It works, and something should be looked at.'],
  broken: ['error', 'Something that is promised does not happen.'],
};

/** The whole service on one page; reads itself again every ten seconds. */
export function HealthView({ operatorId }: { operatorId: string }) {
  const health = useServiceHealth(operatorId);
  const { data } = health;
  return (
    <AdminPage
      title="Health"
      lead="How the service is doing, read again every 10 seconds while this page is looked at."
      aside={
        data && (
          <p className="text-tiny text-muted">
            As of <time dateTime={data.at}>{formatClock(data.at, viewerTimeZone())}</time>
          </p>
        )
      }
    >
      {health.isError && (
        <RetryNotice
          title="Failed to load how the service is doing"
          error={health.error}
          onRetry={() => void health.refetch()}
          busy={health.isFetching}
        />
      )}
      {!data && !health.isError && <RowsSkeleton loading="Loading how the service is doing" />}
      {data && (
        <>
          <Notice tone={TONES[data.verdict][0]} title={TONES[data.verdict][1]} live />
          <CheckList checks={data.checks} />
          <Panel title="Copies of the service">
            {data.copies.length === 0 ? (
              <p className="text-small text-muted">No copy says that it is there.</p>
            ) : (
              <CopiesTable copies={data.copies} />
            )}
          </Panel>
          <Panel title="Jobs">
            {data.jobs.length === 0 ? (
              <p className="text-small text-muted">No job has been noted so far.</p>
            ) : (
              <JobsTable jobs={data.jobs} />
            )}
          </Panel>
          <Panel
            title="Database"
            aside={
              <span className="text-tiny text-muted">
                {data.database.version}, {formatBytes(data.database.size_bytes)}, schema{' '}
                {data.database.schema}
              </span>
            }
          >
            <FoldedOnPhone summary={`Its ${countOf(data.database.tables.length, 'largest table')}`}>
              <DataTable
                caption="Largest tables"
                columns={[
                  {
                    head: 'Table',
                    cell: ({ name }) => <span className="font-medium">{name}</span>,
                  },
                  { head: 'Size', end: true, cell: ({ size_bytes }) => formatBytes(size_bytes) },
                  {
                    head: 'Rows, about',
                    end: true,
                    cell: ({ rows }) => (rows === null ? '–' : formatCount(rows)),
                  },
                ]}
                rows={data.database.tables}
                rowKey={({ name }) => name}
              />
            </FoldedOnPhone>
          </Panel>
        </>
      )}
    </AdminPage>
  );
}
