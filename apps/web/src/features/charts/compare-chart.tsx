import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { formatList, formatNumber, SIGNED } from '@quorate/ui/format';
import { Skeleton } from '@quorate/ui/skeleton';
import { formatDay } from '@quorate/ui/time-format';
import { type PointerEvent, useMemo, useState } from 'react';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { ChartReader } from './chart-reader.tsx';
import { ChartTable } from './chart-table.tsx';
import { compareScale, linePath, percentAt, type ShareCurve, shareCurve } from './compare-curve.ts';
import { type ChartSelection, useEquityCurve } from './equity-curve.api.ts';

/** The table, and a walk by the keys, have so many points at equal distances of time. */
const STEPS = 60;
const DAY_S = 86_400;
const LOOKS = [
  { stroke: 'stroke-brand', key: 'border-brand border-solid', dash: undefined },
  { stroke: 'stroke-warn', key: 'border-warn border-dashed', dash: '6 4' },
] as const;

type CompareChartProps = { first: ChartSelection; second: ChartSelection };

/** Two curves from one start, each in percent of what it began with. */
export function CompareChart({ first, second }: CompareChartProps) {
  const one = useEquityCurve(first, null);
  const other = useEquityCurve(second, null);
  const answers = [one, other];
  const failed = answers.find(({ isError }) => isError);
  const isLoading = answers.some(({ data }) => data === undefined);
  const curves = useMemo(
    () => [one.data, other.data].map((data) => (data?.curve ? shareCurve(data.curve) : null)),
    [one.data, other.data],
  );
  const drawn = curves.some((curve) => curve !== null);
  return (
    <ChartFrame
      title={t`Both curves`}
      note={t`Each in percent of the equity or balance it began with, over the time since then. Of several accounts, the one seen last.`}
      total={missingWords(curves, isLoading)}
      table={drawn ? () => <CompareTable curves={curves} /> : null}
    >
      {failed && (
        <RetryNotice
          title={t`Failed to load a curve`}
          error={failed.error}
          onRetry={() => void failed.refetch()}
          busy={failed.isFetching}
        />
      )}
      {drawn ? (
        <CompareDrawing curves={curves} timeZone={first.timeZone} />
      ) : isLoading ? (
        <Skeleton className="h-60" />
      ) : null}
    </ChartFrame>
  );
}

type Curves = readonly (ShareCurve | null)[];

const NAMES = ['A', 'B'] as const;

function missingWords(curves: Curves, isLoading: boolean): string {
  if (isLoading) return '';
  const missing = NAMES.filter((_, place) => curves[place] === null);
  if (missing.length === 0) return '';
  return t`No curve of ${formatList(missing)}: no trade was closed, or no balance of the account is known.`;
}

/** Moments at equal distances from the start to the end of the longest. */
function stepsOf(curves: Curves): number[] {
  const { seconds } = compareScale(curves.filter((curve) => curve !== null));
  return Array.from({ length: STEPS + 1 }, (_, place) => (seconds * place) / STEPS);
}

function CompareTable({ curves }: { curves: Curves }) {
  return (
    <ChartTable
      caption={t`Both curves`}
      columns={[t`Days since the start`, ...NAMES]}
      noun={t`points`}
      items={stepsOf(curves)}
      row={(after) => ({
        key: String(after),
        head: daysText(after),
        cells: curves.map((curve) => percentText(curve && percentAt(curve, after))),
      })}
    />
  );
}

function CompareDrawing({ curves, timeZone }: { curves: Curves; timeZone: string }) {
  const [at, setAt] = useState<number | null>(null);
  const scale = useMemo(() => compareScale(curves.filter((curve) => curve !== null)), [curves]);
  const steps = useMemo(() => stepsOf(curves), [curves]);
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left) / box.width;
    setAt(Math.min(STEPS, Math.max(0, Math.round(share * STEPS))));
  };
  const words = (place: number) => {
    const after = steps[place] ?? 0;
    const values = curves.map(
      (curve, index) => `${NAMES[index]} ${percentText(curve && percentAt(curve, after))}`,
    );
    return t`After ${plural(Math.round(after / DAY_S), { one: '# day', other: '# days' })}: ${formatList(values, 'unit')}`;
  };
  return (
    <>
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-tiny text-muted">
        {curves.map((curve, place) => {
          const look = LOOKS[place];
          if (!curve || !look) return null;
          const start = formatDay(new Date(curve.start * 1_000).toISOString(), timeZone);
          return (
            <li key={look.stroke} className="flex items-center gap-2">
              <Trans>
                <span aria-hidden="true" className={`w-6 border-t-2 ${look.key}`} />
                {NAMES[place]}, from {start}
              </Trans>
            </li>
          );
        })}
      </ul>
      <ChartReader
        label={t`Both curves in percent of their start`}
        count={steps.length}
        at={at}
        onMove={setAt}
        words={words}
      >
        <div className="grid h-60 grid-cols-[1fr_auto] grid-rows-[1fr_auto]">
          <div className="relative min-w-0" data-plot="" onPointerMove={follow}>
            <svg
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="absolute inset-0 size-full"
            >
              {scale.rules.map(({ percent, y }) => (
                <path
                  key={percent}
                  d={`M0 ${y}H100`}
                  className={percent === 0 ? 'stroke-line-strong' : 'stroke-line'}
                  strokeWidth="1"
                  vectorEffect="non-scaling-stroke"
                />
              ))}
              {curves.map((curve, place) => {
                const look = LOOKS[place];
                return (
                  curve &&
                  look && (
                    <path
                      key={look.stroke}
                      d={linePath(curve, scale)}
                      fill="none"
                      className={look.stroke}
                      strokeWidth="1.75"
                      strokeDasharray={look.dash}
                      strokeLinejoin="round"
                      vectorEffect="non-scaling-stroke"
                    />
                  )
                );
              })}
            </svg>
            {at !== null && (
              <span
                style={{ left: `${(100 * at) / STEPS}%` }}
                className="pointer-events-none absolute inset-y-0 w-px bg-line-strong"
              />
            )}
          </div>
          <div className="relative w-14">
            {scale.rules.map(({ percent, y }) => (
              <span
                key={percent}
                style={{ top: `${y}%` }}
                className="figures absolute end-0 -translate-y-1/2 text-tiny leading-4 text-muted"
              >
                {percent}%
              </span>
            ))}
          </div>
          <div className="relative h-5">
            {scale.ticks.map(({ days, x }) => (
              <span
                key={days}
                style={{ left: `${x}%` }}
                className="figures absolute top-1 -translate-x-1/2 text-tiny leading-4 whitespace-nowrap text-muted"
              >
                {days} d
              </span>
            ))}
          </div>
        </div>
      </ChartReader>
    </>
  );
}

function percentText(percent: number | null): string {
  return percent === null ? '–' : `${formatNumber(percent, SIGNED)}%`;
}

function daysText(seconds: number): string {
  return (seconds / DAY_S).toFixed(1);
}
