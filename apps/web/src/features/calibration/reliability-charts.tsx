import { plural, t } from '@lingui/core/macro';
import type { ReliabilityPoint, VoterRecord } from '@quorate/contract/calibration';
import { analystName } from '@quorate/ui/analyst-name';
import { Button } from '@quorate/ui/button';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { useId, useState } from 'react';
import { ReliabilityDrawing, ReliabilityTable } from '../../ui/reliability.tsx';

/** A row of curves at first; the others when they are asked for. */
const WIDE_AT_FIRST = 3;
const NARROW_AT_FIRST = 1;

/** A voter's curve, under a name that no other has. */
type NamedCurve = Readonly<{
  id: string;
  name: string;
  outcomes: number;
  curve: readonly ReliabilityPoint[];
}>;

/** What each voter said against what came, side by side. */
export function ReliabilityCharts({ records }: { records: readonly VoterRecord[] }) {
  const curves = records.map(({ analyst, model, outcomes, curve }) => ({
    id: `${analyst} ${model}`,
    name: analystName(analyst),
    outcomes,
    curve,
  }));
  return <CurveCharts curves={curves} />;
}

export function CurveCharts({ curves }: { curves: readonly NamedCurve[] }) {
  const drawn = curves.filter(({ curve }) => curve.length > 0);
  const wide = useMediaQuery('(min-width: 40rem)');
  const [all, setAll] = useState(false);
  const shown = all ? drawn : drawn.slice(0, wide ? WIDE_AT_FIRST : NARROW_AT_FIRST);
  return (
    <div className="space-y-4">
      <div>
        <h3 className="text-body font-semibold">{t`What they said, and what came`}</h3>
        <p className="mt-0.5 max-w-prose text-tiny text-muted">{t`Across: the chance of a rise that was said. Up: how often price rose first, with its 95% interval. On the dashed line both agree; a flatter curve means a voter that is too sure.`}</p>
      </div>
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((each) => (
          <VoterCurve key={each.id} {...each} />
        ))}
      </div>
      {shown.length < drawn.length && (
        <Button
          variant="quiet"
          size="small"
          className="max-sm:min-h-11"
          onClick={() => setAll(true)}
        >{t`Show all ${plural(drawn.length, { one: '# curve', other: '# curves' })}`}</Button>
      )}
    </div>
  );
}

function VoterCurve({ name, outcomes, curve }: NamedCurve) {
  const [open, setOpen] = useState(false);
  const heading = useId();
  const place = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0 border-t border-line pt-4">
      <div className="flex items-start justify-between gap-3">
        <h4 id={heading} className="text-small font-semibold [overflow-wrap:anywhere]">
          {name}{' '}
          <span className="font-normal text-muted">
            {plural(outcomes, { one: '# outcome', other: '# outcomes' })}
          </span>
        </h4>
        <Button
          variant="quiet"
          size="small"
          className="-my-1.5 -me-3 shrink-0"
          aria-expanded={open}
          aria-controls={place}
          aria-label={`${name}: ${open ? t`hide table` : t`show as table`}`}
          onClick={() => setOpen(!open)}
        >
          {open ? t`Hide table` : t`Show as table`}
        </Button>
      </div>
      <ReliabilityDrawing curve={curve} label={t`Reliability of ${name}`} />
      <div id={place} className={open ? 'mt-3' : undefined}>
        {open && <ReliabilityTable name={name} curve={curve} />}
      </div>
    </section>
  );
}
