import { t } from '@lingui/core/macro';
import { classNames } from '@quorate/ui/class-names';
import { formatMoney } from '@quorate/ui/format';
import { formatTime } from '@quorate/ui/time-format';
import { type PointerEvent, useMemo } from 'react';
import { Link } from 'react-router';
import { type CurveScale, pathOf, ticksOf } from './curve-scale.ts';

/** A closed trade on the curve. */
type Mark = Readonly<{ at: string; net: number; symbol: string; decision_id: string | null }>;

type TimeCurveProps = {
  scale: CurveScale;
  marks: readonly Mark[];
  currency: string;
  timeZone: string;
  /** The point that is read; null for none. */
  at: number | null;
  onPoint: (at: number | null) => void;
  /** Where a trade's story is. */
  storyOf: (decisionId: string) => string;
};

const FLOOR_WORDS: Readonly<Record<CurveScale['floors'][number]['kind'], string>> = {
  day: t`day floor`,
  week: t`week floor`,
  total: t`total floor`,
};

/** So many dots would hide the line that they lie on. */
const MANY_MARKS = 40;

/** Of the height: two lines of words need so much, on a phone as well. */
const WORDS_APART = 11;

/** Whether the words of a floor would lie on those of the one just below it: then they stand a line higher. */
function hasLineBelow(kind: 'day' | 'week' | 'total', floors: CurveScale['floors']): boolean {
  const beside = floors.filter((each) => each.kind !== 'total').sort((a, b) => a.y - b.y);
  const [upper, lower] = beside;
  return upper?.kind === kind && lower !== undefined && lower.y - upper.y < WORDS_APART;
}

/** Money over true time with its floors; each closed trade is a dot that leads to its story. Fills its box. */
export function TimeCurve(props: TimeCurveProps) {
  const { scale, marks, currency, timeZone, at, onPoint, storyOf } = props;
  const { line, area } = useMemo(() => pathOf(scale), [scale]);
  const ticks = ticksOf(scale, timeZone);
  const isDense = marks.length > MANY_MARKS;
  const point = at === null ? null : scale.points[at];
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onPoint(scale.nearest((100 * (event.clientX - box.left)) / box.width));
  };
  return (
    <div className="grid h-full grid-cols-[1fr_auto] grid-rows-[1fr_auto]">
      <div
        className="relative min-w-0"
        data-plot=""
        onPointerMove={follow}
        onPointerLeave={() => onPoint(null)}
      >
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
              'absolute text-tiny leading-4',
              hasLineBelow(kind, scale.floors) ? '-translate-y-[200%]' : '-translate-y-full',
              kind === 'total' ? 'left-1 text-loss' : 'right-1 text-warn',
            )}
          >
            {FLOOR_WORDS[kind]}
          </span>
        ))}
        {marks.map((mark, place) => {
          const { x, y } = scale.place(Date.parse(mark.at) / 1_000);
          const style = { left: `${x}%`, top: `${y}%` };
          const tone = mark.net < 0 ? 'border-loss' : mark.net > 0 ? 'border-gain' : 'border-hold';
          const look = `absolute -translate-1/2 rounded-full bg-surface ${isDense ? 'size-[6px] border-[1.5px]' : 'size-[9px] border-2'} ${tone}`;
          const title = `${mark.symbol} ${formatMoney(mark.net, currency, 'always')}, ${formatTime(mark.at, timeZone)}`;
          const key = `${mark.at} ${place}`;
          const common = { title, style, className: look, 'data-mark': mark.at };
          // The keyboard reaches the same stories in the history, without a hundred stops before the rest.
          return mark.decision_id === null ? (
            <span key={key} aria-hidden="true" {...common} />
          ) : (
            <Link
              key={key}
              aria-hidden="true"
              tabIndex={-1}
              to={storyOf(mark.decision_id)}
              {...common}
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
                'absolute top-0 rounded-sm border border-line bg-raised px-2 py-1 text-tiny leading-4 whitespace-nowrap',
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
            className="figures absolute right-0 -translate-y-1/2 text-tiny leading-4 text-muted"
          >
            {label}
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="relative h-5">
        {ticks.map(({ x, at: moment, label }) => (
          <span
            key={x}
            data-tick={new Date(moment * 1_000).toISOString()}
            style={{ left: `${x}%` }}
            className="figures absolute top-1 -translate-x-1/2 text-tiny leading-4 whitespace-nowrap text-muted"
          >
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}
