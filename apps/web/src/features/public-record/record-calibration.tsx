import { plural, t } from '@lingui/core/macro';
import type { ReliabilityPoint } from '@quorate/contract/calibration';
import type { PublicFigure, PublicGroup } from '@quorate/contract/public-records';
import { Button } from '@quorate/ui/button';
import { formatNumber, formatShare } from '@quorate/ui/format';
import { NOTHING_YET, Stat } from '@quorate/ui/stat';
import { useId, useState } from 'react';
import { ReliabilityDrawing, ReliabilityTable } from '../../ui/reliability.tsx';

/** What chances the decisions named, against what price did first. */
export function RecordCalibration({ calibration }: Pick<PublicGroup, 'calibration'>) {
  const { outcomes, accuracy, brier, climatology, tenths } = calibration;
  const [open, setOpen] = useState(false);
  const place = useId();
  const name = t`the decisions`;
  const curve = tenths.map(pointOf);
  return (
    <section aria-label={t`Calibration`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-body font-semibold">{t`Calibration`}</h2>
        {outcomes > 0 && (
          <Button
            variant="quiet"
            size="small"
            className="max-sm:min-h-11"
            aria-expanded={open}
            aria-controls={place}
            onClick={() => setOpen(!open)}
          >
            {open ? t`Hide table` : t`Show as table`}
          </Button>
        )}
      </div>
      <p className="mt-1 max-w-prose text-small text-muted">
        {outcomes === 0
          ? t`No outcome of a decision is known yet. Then this shows how often price rose, by the chance that was named.`
          : t`Across: the chance of a rise that was named. Up: how often price rose first. On the dashed line both agree.`}
      </p>
      {outcomes > 0 && (
        <div className="mt-4 grid items-start gap-x-8 gap-y-6 sm:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
          <ReliabilityDrawing curve={curve} label={t`Reliability of ${name}`} />
          <dl className="grid grid-cols-2 gap-x-5 gap-y-5 sm:grid-cols-1">
            <Stat
              label={t`Direction right`}
              value={accuracy.value === null ? NOTHING_YET : formatShare(accuracy.value)}
              note={shareNote(accuracy)}
            />
            <Stat
              label={t`Brier score`}
              value={brier.value === null ? NOTHING_YET : three(brier.value)}
              note={brierNote(brier, climatology)}
            />
          </dl>
        </div>
      )}
      <div id={place} className={open ? 'mt-4' : undefined}>
        {open && <ReliabilityTable name={name} curve={curve} />}
      </div>
    </section>
  );
}

function pointOf({
  from,
  said,
  came,
}: PublicGroup['calibration']['tenths'][number]): ReliabilityPoint {
  const { value, low, high, n } = came;
  const share = { value: value ?? 0, low: low ?? 0, high: high ?? 1 };
  return { from, to: Math.round((from + 0.1) * 10) / 10, outcomes: n, said, came: share };
}

const three = (value: number) =>
  formatNumber(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

function shareNote({ low, high, n }: PublicFigure): string {
  const sample = plural(n, { one: '# outcome', other: '# outcomes' });
  if (low === null || high === null) return sample;
  return t`95%: ${formatShare(low)} to ${formatShare(high)}, of ${sample}`;
}

/** A Brier score says nothing alone: it stands beside that of always naming the share of rises. */
function brierNote({ value, low, high }: PublicFigure, climatology: number | null): string {
  if (value === null || climatology === null || low === null || high === null) return '';
  const base = three(climatology);
  if (high < climatology)
    return t`lower is better; better than always naming the base rate (${base})`;
  if (low > climatology)
    return t`lower is better; worse than always naming the base rate (${base})`;
  return t`lower is better; not yet told from always naming the base rate (${base})`;
}
