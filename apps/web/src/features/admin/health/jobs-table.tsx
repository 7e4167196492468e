import type { ServiceJob } from '@quorate/contract/admin-health';
import { countOf, formatCount } from '@quorate/ui/format';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Moment } from '../parts/moment.tsx';
import { FineFolded } from './fine-folded.tsx';
import { VerdictBadge } from './verdict-badge.tsx';

const COLUMNS: readonly [Column<ServiceJob>, ...Column<ServiceJob>[]] = [
  {
    head: 'Job',
    cell: ({ name, last_error, outcome, held_by }) => (
      <>
        <span className="font-medium">{name}</span>
        {held_by !== null && <span className="block text-tiny text-muted">by {held_by}</span>}
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
];

export function JobsTable({ jobs }: { jobs: readonly ServiceJob[] }) {
  return (
    <FineFolded
      label="Jobs"
      rows={jobs}
      summaryOf={(count) => `${countOf(count, 'job')} in time`}
      list={(label, rows) => (
        <DataTable caption={label} columns={COLUMNS} rows={rows} rowKey={({ name }) => name} />
      )}
    />
  );
}
