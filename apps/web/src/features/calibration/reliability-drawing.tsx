import type { ReliabilityPoint } from '@quorate/contract/calibration';
import { formatShare } from '@quorate/ui/format';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';

/** Units of the drawing, in which letters are 11 high. */
const SIDE = { width: 300, height: 220, left: 38, right: 10, top: 10, bottom: 26 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];

type ReliabilityDrawingProps = { curve: readonly ReliabilityPoint[]; label: string };

/** The curve with an interval at each point; a point with more outcomes is larger. */
export function ReliabilityDrawing({ curve, label }: ReliabilityDrawingProps) {
  const { width, height, left, right, top, bottom } = SIDE;
  const x = scaleLinear<number>({ domain: [0, 1], range: [left, width - right] });
  const y = scaleLinear<number>({ domain: [0, 1], range: [height - bottom, top] });
  const most = Math.max(1, ...curve.map(({ outcomes }) => outcomes));
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${label}: ${wordsOf(curve)}`}
      className="mt-2 w-full max-w-[26rem] text-[11px]"
    >
      {TICKS.map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${width - right}`} className="stroke-line" />
          <text x={left - 6} y={y(tick)} dy="0.32em" textAnchor="end" className={TEXT}>
            {formatShare(tick)}
          </text>
          <text
            x={x(tick)}
            y={height - bottom + 16}
            textAnchor={tick === 1 ? 'end' : tick === 0 ? 'start' : 'middle'}
            className={TEXT}
          >
            {formatShare(tick)}
          </text>
        </g>
      ))}
      <path
        d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`}
        className="stroke-line-strong"
        strokeDasharray="3 4"
      />
      {curve.map(({ from, said, came }) => (
        <path
          key={from}
          d={`M${x(said)} ${y(came.low)}V${y(came.high)}M${x(said) - 3} ${y(came.low)}h6M${x(said) - 3} ${y(came.high)}h6`}
          className="stroke-brand/60"
          strokeWidth="1.25"
        />
      ))}
      <LinePath<ReliabilityPoint>
        data={[...curve]}
        x={({ said }) => x(said)}
        y={({ came }) => y(came.value)}
        className="stroke-brand"
        strokeWidth="1.75"
      />
      {curve.map(({ from, said, came, outcomes }) => (
        <circle
          key={from}
          cx={x(said)}
          cy={y(came.value)}
          r={2.5 + 3 * Math.sqrt(outcomes / most)}
          className="fill-surface stroke-brand"
          strokeWidth="1.75"
        />
      ))}
    </svg>
  );
}

const TEXT = 'figures fill-muted';

/** @example 'said 57%, came 52% of 40' */
function wordsOf(curve: readonly ReliabilityPoint[]): string {
  return curve
    .map(
      ({ said, came, outcomes }) =>
        `said ${formatShare(said)}, came ${formatShare(came.value)} of ${outcomes}`,
    )
    .join('; ');
}
