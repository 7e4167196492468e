import { t } from '@lingui/core/macro';
import type { PublicGroup } from '@quorate/contract/public-records';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { formatNumber, SIGNED } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatDay } from '@quorate/ui/time-format';
import { useId, useState } from 'react';

type Points = PublicGroup['curve'];
type Unit = 'r' | 'percent';

type RecordCurveProps = { group: PublicGroup; timeZone: string };

/** What the trades came to over time, after each of them; in R, and in percent where that is known. */
export function RecordCurve({ group, timeZone }: RecordCurveProps) {
  const [unit, setUnit] = useState<Unit>('r');
  const [open, setOpen] = useState(false);
  const place = useId();
  const isPercent = unit === 'percent' && group.percent !== null;
  const points = isPercent ? (group.percent?.curve ?? []) : group.curve;
  const suffix = isPercent ? '%' : ' R';
  const format = (value: number) => `${formatNumber(value, SIGNED)}${suffix}`;
  return (
    <section aria-label={t`Result over time`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-body font-semibold">{t`Result over time`}</h2>
        <div className="flex flex-wrap items-center gap-2">
          {group.percent && (
            <fieldset className="flex gap-0.5">
              <legend className="sr-only">{t`Unit`}</legend>
              <UnitButton on={!isPercent} onClick={() => setUnit('r')} label="R" />
              <UnitButton on={isPercent} onClick={() => setUnit('percent')} label="%" />
            </fieldset>
          )}
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
        </div>
      </div>
      {points.length === 0 ? (
        <p className="mt-3 text-small text-muted">{t`The curve begins with the first closed trade that had a stop loss.`}</p>
      ) : (
        <Drawing points={points} format={format} timeZone={timeZone} />
      )}
      <div id={place}>
        {open && <CurveTable points={points} format={format} timeZone={timeZone} />}
      </div>
    </section>
  );
}

function UnitButton({ on, onClick, label }: { on: boolean; onClick: () => void; label: string }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={onClick}
      className={classNames(
        'min-h-9 min-w-11 rounded-control px-2.5 text-tiny max-sm:min-h-11',
        on ? 'bg-sunk font-semibold text-ink' : 'text-muted hover:text-ink',
      )}
    >
      {label}
    </button>
  );
}

type PointsProps = { points: Points; format: (value: number) => string; timeZone: string };

const day = (at: number, timeZone: string) =>
  formatDay(new Date(at * 1_000).toISOString(), timeZone);

/** Places are in percent; the axis is true to time. */
function Drawing({ points, format, timeZone }: PointsProps) {
  const levels = [0, ...points.map(([, level]) => level)];
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const span = high - low || 1;
  const y = (level: number) => rounded(6 + (88 * (high - level)) / span);
  const [first, last] = [points[0], points.at(-1)];
  const [from, to] = [first?.[0] ?? 0, last?.[0] ?? 0];
  const x = (at: number) => rounded(to === from ? 100 : (100 * (at - from)) / (to - from));
  const steps = points.map(([at, level], index) =>
    index === 0 ? `M0 ${y(0)}L${x(at)} ${y(level)}` : `H${x(at)}V${y(level)}`,
  );
  const end = last?.[1] ?? 0;
  const summary = t`From ${day(from, timeZone)} to ${day(to, timeZone)}: lowest ${format(low)}, highest ${format(high)}, now ${format(end)}.`;
  return (
    <figure className="mt-3">
      <div className="grid grid-cols-[1fr_auto] gap-x-2">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          role="img"
          aria-label={summary}
          className="h-56 w-full md:h-72"
        >
          <path
            d={`M0 ${y(0)}H100`}
            className="stroke-line-strong"
            strokeWidth="1"
            strokeDasharray="3 3"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={steps.join('')}
            fill="none"
            className={end < 0 ? 'stroke-loss' : 'stroke-brand'}
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <div aria-hidden="true" className="figures relative min-w-16 text-tiny text-muted">
          {labelsOf({ low, high, end }, y).map(({ level, top }) => (
            <span
              key={level}
              className="absolute end-0 -translate-y-1/2"
              style={{ top: `${top}%` }}
            >
              {format(level)}
            </span>
          ))}
        </div>
      </div>
      <figcaption className="mt-1 flex justify-between text-tiny text-muted" aria-hidden="true">
        <span>{day(from, timeZone)}</span>
        <span>{day(to, timeZone)}</span>
      </figcaption>
    </figure>
  );
}

/** Labels closer than this lie on each other. */
const APART = 9;

/** The ends of the curve, its last level and 0, where there is room for each. */
function labelsOf(
  { low, high, end }: Readonly<{ low: number; high: number; end: number }>,
  y: (level: number) => number,
) {
  const labels: { level: number; top: number }[] = [];
  for (const level of [end, high, low, 0]) {
    const top = y(level);
    if (labels.every((other) => Math.abs(other.top - top) >= APART)) labels.push({ level, top });
  }
  return labels;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** The level at the end of each month. */
function CurveTable({ points, format, timeZone }: PointsProps) {
  const months = new Map<string, Points[number]>();
  for (const point of points) {
    const month = new Date(point[0] * 1_000).toISOString().slice(0, 7);
    months.set(month, point);
  }
  return (
    <div className="mt-4">
      <Table
        caption={t`Result at the last trade of each month`}
        head={
          <>
            <HeadCell className="ps-0">{t`Last trade`}</HeadCell>
            <HeadCell end className="pe-0">{t`Result since the beginning`}</HeadCell>
          </>
        }
      >
        {[...months].map(([month, [at, level]]) => (
          <tr key={month} className="h-9 border-b border-line/60">
            <Cell className="ps-0">{day(at, timeZone)}</Cell>
            <Cell end figures className="pe-0">
              {format(level)}
            </Cell>
          </tr>
        ))}
      </Table>
    </div>
  );
}
