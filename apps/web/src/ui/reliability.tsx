import { t } from '@lingui/core/macro';
import type { ReliabilityPoint } from '@quorate/contract/calibration';
import { formatCount, formatShare } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';

type ReliabilityTableProps = { name: string; curve: readonly ReliabilityPoint[] };

/** A reliability curve in figures. */
export function ReliabilityTable({ name, curve }: ReliabilityTableProps) {
  return (
    <section
      aria-label={t`Reliability of ${name}, in figures`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus
      tabIndex={0}
      className="overflow-x-auto"
    >
      <Table
        caption={t`Reliability of ${name}`}
        captionHidden
        head={
          <>
            <HeadCell className="ps-0">{t`Said`}</HeadCell>
            <HeadCell end>{t`Outcomes`}</HeadCell>
            <HeadCell end>{t`Mean said`}</HeadCell>
            <HeadCell end>{t`Rose first`}</HeadCell>
            <HeadCell end className="pe-0">
              95%
            </HeadCell>
          </>
        }
      >
        {curve.map(({ from, to, outcomes, said, came }) => (
          <tr key={from} className="h-8 border-b border-line/60">
            <th
              scope="row"
              className="text-start text-tiny font-normal whitespace-nowrap"
            >{t`${formatShare(from)} to ${formatShare(to)}`}</th>
            <Cell end figures>
              {formatCount(outcomes)}
            </Cell>
            <Cell end figures>
              {formatShare(said)}
            </Cell>
            <Cell end figures>
              {formatShare(came.value)}
            </Cell>
            <Cell end figures className="pe-0 whitespace-nowrap">
              {t`${formatShare(came.low)} to ${formatShare(came.high)}`}
            </Cell>
          </tr>
        ))}
      </Table>
    </section>
  );
}

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
      className="mt-2 w-full max-w-[26rem] text-tiny"
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
        t`said ${formatShare(said)}, came ${formatShare(came.value)} of ${outcomes}`,
    )
    .join('; ');
}
