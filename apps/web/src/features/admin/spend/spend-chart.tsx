import type { SpendPeriod } from '@quorate/contract/admin-spend';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';
import { formatCost } from '../parts/dollars.ts';

/** Units of the drawing, in which letters are 12 high. */
const SIZE = { width: 720, height: 220, left: 64, right: 8, top: 12, bottom: 28 };

/** What models cost as bars and income in US dollars as a line, oldest first; the table says the same. */
export function SpendChart({ periods }: { periods: readonly SpendPeriod[] }) {
  const rows = periods.toReversed();
  const { width, height, left, right, top, bottom } = SIZE;
  const most = Math.max(0.01, ...rows.flatMap((row) => [row.cost_usd, dollarsOf(row)]));
  const x = scaleBand<string>({
    domain: rows.map(({ period }) => period),
    range: [left, width - right],
    padding: 0.25,
  });
  const y = scaleLinear<number>({ domain: [0, most], range: [height - bottom, top], nice: 4 });
  const middle = (row: SpendPeriod) => (x(row.period) ?? 0) + x.bandwidth() / 2;
  const first = rows[0];
  const last = rows.at(-1);
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="w-full text-[12px]">
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <path d={`M${left} ${y(tick)}H${width - right}`} className="stroke-line" />
            <text
              x={left - 8}
              y={y(tick)}
              dy="0.32em"
              textAnchor="end"
              className="figures fill-muted"
            >
              {formatCost(tick)}
            </text>
          </g>
        ))}
        {rows.map((row) => (
          <Bar
            key={row.period}
            x={x(row.period) ?? 0}
            width={x.bandwidth()}
            y={y(row.cost_usd)}
            height={Math.max(0, y(0) - y(row.cost_usd))}
            className="fill-hold"
          />
        ))}
        <LinePath<SpendPeriod>
          data={rows}
          x={middle}
          y={(row) => y(dollarsOf(row))}
          className="stroke-brand"
          strokeWidth="2"
        />
        {rows.map((row) => (
          <circle
            key={row.period}
            cx={middle(row)}
            cy={y(dollarsOf(row))}
            r="3"
            className="fill-surface stroke-brand"
            strokeWidth="1.5"
          />
        ))}
        {first && (
          <text x={left} y={height - 8} className="figures fill-muted">
            {first.period}
          </text>
        )}
        {last && rows.length > 1 && (
          <text x={width - right} y={height - 8} textAnchor="end" className="figures fill-muted">
            {last.period}
          </text>
        )}
      </svg>
      <figcaption className="flex flex-wrap gap-x-5 text-tiny text-muted">
        <span>
          <span aria-hidden="true" className="mr-1.5 inline-block size-2.5 bg-hold" />
          Bars: models
        </span>
        <span>
          <span
            aria-hidden="true"
            className="mr-1.5 inline-block h-0.5 w-4 bg-brand align-middle"
          />
          Line: income in US dollars
        </span>
      </figcaption>
    </figure>
  );
}

function dollarsOf({ income }: SpendPeriod): number {
  return Math.max(0, income.find(({ currency }) => currency === 'USD')?.amount ?? 0);
}
