import type { Simulation } from '@quorate/contract/performance';
import { formatCount, formatNumber } from '@quorate/ui/format';
import { Area, LinePath } from '@visx/shape';
import type { FanScales } from './fan-scales.ts';

type Point = Simulation['fan'][number];

type FanDrawingProps = {
  fan: readonly Point[];
  /** The one that is read out. */
  point: Point;
  scales: FanScales;
  ruinAt: number | null;
  currency: string;
};

/** The drawing alone; the words and tables around it say the same. */
export function FanDrawing({ fan, point, scales, ruinAt, currency }: FanDrawingProps) {
  const { x, y, size, showsRuin } = scales;
  const { width, height, left, right, top, bottom, ticks } = size;
  const points = [...fan];
  const across = (at: Point) => x(at.trade);
  const end = width - right;
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="w-full text-tiny">
      {y.ticks(ticks).map((level) => (
        <g key={level}>
          <path d={`M${left} ${y(level)}H${end}`} className="stroke-line" />
          <text
            x={left - 8}
            y={y(level)}
            dy="0.32em"
            textAnchor="end"
            className="figures fill-muted"
          >
            {compactMoney(level, currency)}
          </text>
        </g>
      ))}
      {x.ticks(ticks).map((trade) => (
        <text
          key={trade}
          x={x(trade)}
          y={height - bottom + 20}
          textAnchor={x(trade) > end - 16 ? 'end' : 'middle'}
          className="figures fill-muted"
        >
          {formatCount(trade)}
        </text>
      ))}
      <Area<Point>
        data={points}
        x={across}
        y0={({ p5 }) => y(p5)}
        y1={({ p95 }) => y(p95)}
        className="fill-brand/15"
      />
      <Area<Point>
        data={points}
        x={across}
        y0={({ p25 }) => y(p25)}
        y1={({ p75 }) => y(p75)}
        className="fill-brand/25"
      />
      <path d={`M${left} ${y(0)}H${end}`} className="stroke-line-strong" />
      {showsRuin && ruinAt !== null && (
        <path
          d={`M${left} ${y(ruinAt)}H${end}`}
          className="stroke-loss"
          strokeWidth="1.5"
          strokeDasharray="6 4"
        />
      )}
      <LinePath<Point>
        data={points}
        x={across}
        y={({ p50 }) => y(p50)}
        className="stroke-brand"
        strokeWidth="2"
      />
      <path
        d={`M${x(point.trade)} ${top}V${height - bottom}`}
        className="stroke-line-strong"
        strokeDasharray="2 3"
      />
      <circle
        cx={x(point.trade)}
        cy={y(point.p50)}
        r="4"
        className="fill-surface stroke-brand"
        strokeWidth="2"
      />
    </svg>
  );
}

/** Short enough for the side of a drawing. @example compactMoney(-12_500, 'USD') // '-$12.5K' */
function compactMoney(value: number, currency: string): string {
  return formatNumber(value, {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  });
}
