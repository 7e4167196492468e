import type { ChartSlice } from '@quorate/contract/trade-charts';
import { classNames } from '@quorate/ui/class-names';
import { AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';

const HEIGHT = 184;
const LABELS = 24;
const AXIS_WIDTH = 46;
/** Room for half a line of the axis's text above and below. */
const EDGE = 8;

export type ChartBar = {
  key: string;
  /** In full, as it is read out. */
  name: string;
  /** Under the bar; may be empty where there is no room for all. */
  tick: string;
  value: number;
  tone: 'gain' | 'loss' | 'hold';
  slice: ChartSlice;
};

type BarPlotProps = {
  bars: readonly ChartBar[];
  axis: (value: number) => string;
  at: number | null;
  onPoint: (at: number) => void;
  /** Ticks stand at the beginning of their bar: they are the ends of classes. */
  ticksBetween?: boolean;
};

const FILLS = { gain: 'fill-gain', loss: 'fill-loss', hold: 'fill-hold' } as const;

/**
 * Bars over or under zero. Places across are percentages, so that the drawing needs no measuring and
 * follows every width at once.
 */
export function BarPlot({ bars, axis, at, onPoint, ticksBetween = false }: BarPlotProps) {
  const across = scaleBand({ domain: bars.map(({ key }) => key), range: [0, 100], padding: 0.25 });
  const values = bars.map(({ value }) => value);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const up = scaleLinear({
    domain: low === high ? [0, 1] : [low, high],
    range: [HEIGHT - EDGE, EDGE],
    nice: 4,
  });
  const ticks = up.ticks(4);
  const gap = (across.step() - across.bandwidth()) / 2;
  const leftOf = (key: string) => across(key) ?? 0;
  return (
    <div className="flex" data-plot="">
      <svg width={AXIS_WIDTH} height={HEIGHT + LABELS} className="shrink-0" aria-hidden="true">
        <AxisLeft
          scale={up}
          left={AXIS_WIDTH}
          tickValues={ticks}
          hideAxisLine
          hideTicks
          tickFormat={(value) => axis(Number(value))}
          tickComponent={({ y, formattedValue }) => (
            <text x={-8} y={y} dy="0.32em" textAnchor="end" className={TEXT}>
              {formattedValue}
            </text>
          )}
        />
      </svg>
      <svg width="100%" height={HEIGHT + LABELS} className="min-w-0 flex-1" aria-hidden="true">
        {ticks.map((tick) => (
          <line
            key={tick}
            x2="100%"
            y1={up(tick)}
            y2={up(tick)}
            className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
        ))}
        {bars.map(({ key, value, tone, tick }, index) => (
          <g key={key} onPointerMove={() => onPoint(index)}>
            <rect
              x={`${leftOf(key) - gap}%`}
              width={`${across.step()}%`}
              height={HEIGHT + LABELS}
              className={at === index ? 'fill-ink/8' : 'fill-transparent'}
            />
            {value !== 0 && (
              <Bar
                x={`${leftOf(key)}%`}
                width={`${across.bandwidth()}%`}
                y={up(Math.max(0, value))}
                height={Math.max(1, Math.abs(up(value) - up(0)))}
                className={classNames(FILLS[tone])}
              />
            )}
            <text
              x={`${ticksBetween ? leftOf(key) - gap : leftOf(key) + across.bandwidth() / 2}%`}
              y={HEIGHT + 16}
              textAnchor="middle"
              className="fill-muted text-tiny tabular-nums"
            >
              {tick}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

const TEXT = 'figures fill-muted text-tiny';
