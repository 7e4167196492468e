import { formatCount } from '@quorate/ui/format';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { RecordLines } from './record-lines.tsx';
import { type RecordsView, RecordTable } from './record-table.tsx';

/** Every voter with its sample, its figures and what they prove, and what the figures mean. */
export function Records(view: RecordsView) {
  const wide = useMediaQuery('(min-width: 60rem)');
  return (
    <div className="space-y-3">
      {wide ? <RecordTable {...view} /> : <RecordLines {...view} />}
      <p className="max-w-prose text-tiny text-muted">
        Below each figure its 95% interval: the wider that is, the less the figure proves. Right
        side: how often price went the way the vote leaned. Brier score: the mean squared distance
        between what was said and what came; lower is better, and 0.25 is a coin. Language models
        are judged on fresh bars alone: of older ones they may have read how they went on.
        {view.withShares &&
          ` From ${formatCount(view.from)} outcomes on a voter’s chances are corrected by its record. Models of one maker have at most 40% together.`}
      </p>
    </div>
  );
}
