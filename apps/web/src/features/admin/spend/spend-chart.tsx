import { Trans } from '@lingui/react/macro';
import type { SpendPeriod } from '@quorate/contract/admin-spend';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';
import { formatCost } from '../parts/dollars.ts';

/** Units of the drawing, in which letters are 12 high. */
const MARGINS = { left: 84, right: 8, top: 12, bottom: 28 };
const WIDE = { ...MARGINS, width: 1_060, height: 240 };
const MEDIUM = { ...MARGINS, width: 700, height: 220 };
const NARROW = { ...MARGINS, width: 320, height: 200 };

type SpendChartProps = {
  /** Those in which something was spent or paid. */
  periods: readonly SpendPeriod[];
  /** All that are looked at, oldest first, as `period` has them. */
  axis: readonly string[];
};

/** What models cost as bars and income in US dollars as a line; the table says the same. */
export function SpendChart({ periods, axis }: SpendChartProps) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const isMedium = useMediaQuery('(min-width: 40rem)');
  const { width, height, left, right, top, bottom } = isWide ? WIDE : isMedium ? MEDIUM : NARROW;
  const most = Math.max(0.01, ...periods.flatMap((row) => [row.cost_usd, dollarsOf(row)]));
  const x = scaleBand<string>({
    domain: [...axis],
    range: [left, width - right],
    padding: 0.25,
  });
  const y = scaleLinear<number>({ domain: [0, most], range: [height - bottom, top], nice: 4 });
  const middle = (period: string) => (x(period) ?? 0) + x.bandwidth() / 2;
  const incomes = new Map(periods.map((row) => [row.period, dollarsOf(row)]));
  const first = axis[0];
  const last = axis.at(-1);
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="w-full text-tiny">
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
        {periods.map((row) => (
          <Bar
            key={row.period}
            x={x(row.period) ?? 0}
            width={x.bandwidth()}
            y={y(row.cost_usd)}
            height={Math.max(0, y(0) - y(row.cost_usd))}
            className="fill-hold"
          />
        ))}
        <LinePath<string>
          data={[...axis]}
          x={middle}
          y={(period) => y(incomes.get(period) ?? 0)}
          className="stroke-brand"
          strokeWidth="2"
        />
        {periods.map((row) => (
          <circle
            key={row.period}
            cx={middle(row.period)}
            cy={y(dollarsOf(row))}
            r="3"
            className="fill-surface stroke-brand"
            strokeWidth="1.5"
          />
        ))}
        {first && (
          <text x={left} y={height - 8} className="figures fill-muted">
            {first}
          </text>
        )}
        {last && axis.length > 1 && (
          <text x={width - right} y={height - 8} textAnchor="end" className="figures fill-muted">
            {last}
          </text>
        )}
      </svg>
      <figcaption className="flex flex-wrap gap-x-5 text-tiny text-muted">
        <span>
          <Trans>
            <span aria-hidden="true" className="me-1.5 inline-block size-2.5 bg-hold" />
            Bars: models
          </Trans>
        </span>
        <span>
          <Trans>
            <span
              aria-hidden="true"
              className="me-1.5 inline-block h-0.5 w-4 bg-brand align-middle"
            />
            Line: income in US dollars
          </Trans>
        </span>
      </figcaption>
    </figure>
  );
}

function dollarsOf({ income }: SpendPeriod): number {
  return Math.max(0, income.find(({ currency }) => currency === 'USD')?.amount ?? 0);
}
