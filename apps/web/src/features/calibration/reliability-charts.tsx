import type { VoterRecord } from '@quorate/contract/calibration';
import { analystName } from '@quorate/ui/analyst-name';
import { Button } from '@quorate/ui/button';
import { countOf } from '@quorate/ui/format';
import { useId, useState } from 'react';
import { ReliabilityDrawing } from './reliability-drawing.tsx';
import { ReliabilityTable } from './reliability-table.tsx';

/** What each voter said against what came, side by side. */
export function ReliabilityCharts({ records }: { records: readonly VoterRecord[] }) {
  const drawn = records.filter(({ curve }) => curve.length > 0);
  return (
    <div className="space-y-4">
      <div>
        <h3 className="text-body font-semibold">What they said, and what came</h3>
        <p className="mt-0.5 max-w-prose text-tiny text-muted">
          Across: the chance of a rise that was said. Up: how often price rose first, with its 95%
          interval. On the dashed line both agree; a flatter curve is somebody too sure.
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {drawn.map((record) => (
          <VoterCurve key={`${record.analyst} ${record.model}`} record={record} />
        ))}
      </div>
    </div>
  );
}

function VoterCurve({ record }: { record: VoterRecord }) {
  const [open, setOpen] = useState(false);
  const heading = useId();
  const place = useId();
  const name = analystName(record.analyst);
  return (
    <section aria-labelledby={heading} className="min-w-0 border-t border-line pt-4">
      <div className="flex items-start justify-between gap-3">
        <h4 id={heading} className="text-small font-semibold [overflow-wrap:anywhere]">
          {name}{' '}
          <span className="font-normal text-muted">{countOf(record.outcomes, 'outcome')}</span>
        </h4>
        <Button
          variant="quiet"
          size="small"
          className="-my-1.5 -mr-3 shrink-0"
          aria-expanded={open}
          aria-controls={place}
          aria-label={`${name}: ${open ? 'hide table' : 'show as table'}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide table' : 'Show as table'}
        </Button>
      </div>
      <ReliabilityDrawing curve={record.curve} label={`Reliability of ${name}`} />
      <div id={place} className={open ? 'mt-3' : undefined}>
        {open && <ReliabilityTable name={name} curve={record.curve} />}
      </div>
    </section>
  );
}
