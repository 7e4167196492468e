import type { ServiceJob } from '@quorate/contract/admin-health';
import { formatCount } from '@quorate/ui/format';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Moment } from '../parts/moment.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

const COLUMNS: readonly [Column<ServiceJob>, ...Column<ServiceJob>[]] = [
  {
    head: 'Job',
    cell: ({ name, last_error, outcome }) => (
      <>
        <span className="font-medium">{name}</span>
        {last_error !== null && (
          <span className="block max-w-80 wrap-anywhere text-tiny text-muted">
            {outcome === 'failed' ? 'Failed: ' : 'Failed once: '}
            {last_error}
          </span>
        )}
      </>
    ),
  },
  { head: 'Verdict', cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
  { head: 'Last ended', cell: ({ finished_at }) => <Moment at={finished_at} /> },
  { head: 'Next', cell: ({ next_at }) => <Moment at={next_at} /> },
  { head: 'Runs', end: true, cell: ({ runs }) => formatCount(runs) },
  { head: 'Failures', end: true, cell: ({ failures }) => formatCount(failures) },
  { head: 'Done by', cell: ({ held_by }) => held_by ?? '–' },
];

export function JobsTable({ jobs }: { jobs: readonly ServiceJob[] }) {
  return <DataTable caption="Jobs" columns={COLUMNS} rows={jobs} rowKey={({ name }) => name} />;
}
