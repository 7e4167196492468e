import type { ServiceJob } from '@quorate/contract/admin-health';
import { countOf, formatCount } from '@quorate/ui/format';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { type Column, DataTable } from '../parts/data-table.tsx';
import { Moment } from '../parts/moment.tsx';
import { FoldedOnPhone } from './folded-on-phone.tsx';
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

/** On a phone those in order stand behind one line. */
export function JobsTable({ jobs }: { jobs: readonly ServiceJob[] }) {
  const wide = useMediaQuery('(min-width: 48rem)');
  if (wide) return <Jobs caption="Jobs" jobs={jobs} />;
  const fine = jobs.filter(({ verdict }) => verdict === 'fine');
  const others = jobs.filter(({ verdict }) => verdict !== 'fine');
  return (
    <>
      {others.length > 0 && <Jobs caption="Jobs" jobs={others} />}
      {fine.length > 0 && (
        <FoldedOnPhone summary={`${countOf(fine.length, 'job')} in time`}>
          <Jobs caption="Jobs in time" jobs={fine} />
        </FoldedOnPhone>
      )}
    </>
  );
}

function Jobs({ caption, jobs }: { caption: string; jobs: readonly ServiceJob[] }) {
  return <DataTable caption={caption} columns={COLUMNS} rows={jobs} rowKey={({ name }) => name} />;
}
