import { DESK_RANGES, type Desk, type DeskRange } from '@quorate/contract/desk';
import { classNames } from '@quorate/ui/class-names';
import { formatMoney } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import { type PointerEvent, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useDeskPath } from '../../lib/desk-path.ts';
import { decisionPath } from '../../lib/story-path.ts';
import { type CurveScale, curveScale, pathOf, ticksOf } from './curve-scale.ts';

const RANGE_WORDS: Record<DeskRange, { short: string; long: string }> = {
  '1d': { short: '1D', long: 'one day' },
  '1w': { short: '1W', long: 'one week' },
  '1m': { short: '1M', long: 'one month' },
  '3m': { short: '3M', long: 'three months' },
  all: { short: 'All', long: 'everything' },
};

type DeskCurveProps = {
  desk: Desk;
  currency: string;
  timeZone: string;
  range: DeskRange;
  isChanging: boolean;
  onRange: (range: DeskRange) => void;
};

/** Equity over true time with its floors; each closed trade is a dot that leads to its story. */
export function DeskCurve(props: DeskCurveProps) {
  const { desk, currency, range, isChanging, onRange } = props;
  const { curve, limits } = desk;
  const scale = useMemo(() => curveScale(curve, limits?.lines ?? []), [curve, limits]);
  return (
    <section
      aria-label="Equity curve"
      className="min-w-0 rounded-card border border-line bg-surface p-4 sm:px-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-small font-semibold text-muted">
          {curve.basis === 'equity' ? 'Equity' : 'Balance after each trade'}
        </h2>
        <fieldset className="flex flex-wrap gap-0.5">
          <legend className="sr-only">Time shown</legend>
          {DESK_RANGES.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === range}
              aria-label={`${RANGE_WORDS[each].short}, ${RANGE_WORDS[each].long}`}
              onClick={() => onRange(each)}
              className={classNames(
                'min-h-9 min-w-11 rounded-control px-2.5 text-tiny max-sm:min-h-11',
                each === range ? 'bg-sunk font-semibold text-ink' : 'text-muted hover:text-ink',
              )}
            >
              {RANGE_WORDS[each].short}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={classNames('mt-2 h-[10rem] sm:h-[14.5rem]', isChanging && 'opacity-60')}>
        {scale ? (
          <Drawing {...props} scale={scale} />
        ) : (
          <p className="flex h-full items-center justify-center text-center text-small text-muted">
            {desk.balance === null
              ? 'The curve begins once your bot has reported its balance.'
              : 'No trade was closed in this time.'}
          </p>
        )}
      </div>
      <p className="sr-only">{scale && summaryOf(scale, currency)}</p>
    </section>
  );
}

function summaryOf({ lowest, highest, first, last }: CurveScale, currency: string): string {
  const money = (amount: number) => formatMoney(amount, currency);
  return `From ${money(first)} to ${money(last)}, lowest ${money(lowest)}, highest ${money(highest)}.`;
}

function Drawing({ desk, currency, timeZone, scale }: DeskCurveProps & { scale: CurveScale }) {
  const [at, setAt] = useState<number | null>(null);
  const path = useDeskPath();
  const { curve } = desk;
  const { line, area } = useMemo(() => pathOf(scale), [scale]);
  const ticks = ticksOf(scale, timeZone);
  const point = at === null ? null : scale.points[at];
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(scale.nearest((100 * (event.clientX - box.left)) / box.width));
  };
  return (
    <div className="grid h-full grid-cols-[1fr_auto] grid-rows-[1fr_auto]">
      <div className="relative min-w-0" onPointerMove={follow} onPointerLeave={() => setAt(null)}>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
          className="absolute inset-0 size-full"
        >
          {scale.rules.map(({ value, y }) => (
            <path
              key={value}
              d={`M0 ${y}H100`}
              className="stroke-line"
              strokeWidth="1"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path d={area} className="fill-brand/8" />
          {scale.floors.map(({ kind, y }) => (
            <path
              key={kind}
              d={`M0 ${y}H100`}
              className={kind === 'total' ? 'stroke-loss' : 'stroke-warn'}
              strokeWidth="1.25"
              strokeDasharray={kind === 'total' ? '5 3' : '2 3'}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          <path
            d={line}
            fill="none"
            className="stroke-brand"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {scale.floors.map(({ kind, y }) => (
          <span
            key={kind}
            aria-hidden="true"
            style={{ top: `${y}%` }}
            className={classNames(
              'absolute -translate-y-full text-[0.75rem] leading-4',
              kind === 'total' ? 'left-1 text-loss' : 'right-1 text-warn',
            )}
          >
            {kind} floor
          </span>
        ))}
        {curve.marks.map((mark, place) => {
          const { x, y } = scale.place(Date.parse(mark.at) / 1_000);
          const style = { left: `${x}%`, top: `${y}%` };
          const tone = mark.net < 0 ? 'border-loss' : mark.net > 0 ? 'border-gain' : 'border-hold';
          const look = `absolute size-[9px] -translate-1/2 rounded-full border-2 bg-surface ${tone}`;
          const title = `${mark.symbol} ${formatMoney(mark.net, currency, 'always')}, ${formatTime(mark.at, timeZone)}`;
          const key = `${mark.at} ${place}`;
          // The keyboard reaches the same stories in the history, without a hundred stops before the rest.
          return mark.decision_id === null ? (
            <span key={key} aria-hidden="true" title={title} style={style} className={look} />
          ) : (
            <Link
              key={key}
              aria-hidden="true"
              tabIndex={-1}
              title={title}
              to={decisionPath(path, mark.decision_id)}
              style={style}
              className={look}
            />
          );
        })}
        {point && (
          <div
            aria-hidden="true"
            style={{ left: `${point.x}%` }}
            className="pointer-events-none absolute inset-y-0 w-px bg-line-strong"
          >
            <p
              className={classNames(
                'absolute top-0 rounded-sm border border-line bg-raised px-2 py-1 text-[0.75rem] leading-4 whitespace-nowrap',
                point.x > 60 ? 'right-2' : 'left-2',
              )}
            >
              <span className="figures font-medium">{formatMoney(point.value, currency)}</span>
              <br />
              {formatTime(new Date(point.at * 1_000).toISOString(), timeZone)}
            </p>
          </div>
        )}
      </div>
      <div aria-hidden="true" className="relative w-12">
        {scale.rules.map(({ value, y, label }) => (
          <span
            key={value}
            style={{ top: `${y}%` }}
            className="figures absolute right-0 -translate-y-1/2 text-[0.75rem] leading-4 text-muted"
          >
            {label}
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="relative h-5">
        {ticks.map(({ x, label }) => (
          <span
            key={x}
            style={{ left: `${x}%` }}
            className="figures absolute top-1 -translate-x-1/2 text-[0.75rem] leading-4 whitespace-nowrap text-muted"
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
