import { plural, t } from '@lingui/core/macro';
import type { ReliabilityPoint, VoterRecord } from '@quorate/contract/calibration';
import { analystName } from '@quorate/ui/analyst-name';
import { Button } from '@quorate/ui/button';
import { formatCount, formatShare } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import { scaleLinear } from '@visx/scale';
import { LinePath } from '@visx/shape';
import { useId, useState } from 'react';
import { shareInterval } from './record-words.ts';

/** A row of curves at first; the others when they are asked for. */
const WIDE_AT_FIRST = 3;
const NARROW_AT_FIRST = 1;

/** A voter's curve, under a name that no other has. */
type NamedCurve = Readonly<{
  id: string;
  name: string;
  outcomes: number;
  curve: readonly ReliabilityPoint[];
}>;

/** What each voter said against what came, side by side. */
export function ReliabilityCharts({ records }: { records: readonly VoterRecord[] }) {
  const curves = records.map(({ analyst, model, outcomes, curve }) => ({
    id: `${analyst} ${model}`,
    name: analystName(analyst),
    outcomes,
    curve,
  }));
  return <CurveCharts curves={curves} />;
}

export function CurveCharts({ curves }: { curves: readonly NamedCurve[] }) {
  const drawn = curves.filter(({ curve }) => curve.length > 0);
  const wide = useMediaQuery('(min-width: 40rem)');
  const [all, setAll] = useState(false);
  const shown = all ? drawn : drawn.slice(0, wide ? WIDE_AT_FIRST : NARROW_AT_FIRST);
  return (
    <div className="space-y-4">
      <div>
        <h3 className="text-body font-semibold">{t`What they said, and what came`}</h3>
        <p className="mt-0.5 max-w-prose text-tiny text-muted">{t`Across: the chance of a rise that was said. Up: how often price rose first, with its 95% interval. On the dashed line both agree; a flatter curve means a voter that is too sure.`}</p>
      </div>
      <div className="grid gap-x-8 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((each) => (
          <VoterCurve key={each.id} {...each} />
        ))}
      </div>
      {shown.length < drawn.length && (
        <Button
          variant="quiet"
          size="small"
          className="max-sm:min-h-11"
          onClick={() => setAll(true)}
        >{t`Show all ${plural(drawn.length, { one: '# curve', other: '# curves' })}`}</Button>
      )}
    </div>
  );
}

function VoterCurve({ name, outcomes, curve }: NamedCurve) {
  const [open, setOpen] = useState(false);
  const heading = useId();
  const place = useId();
  return (
    <section aria-labelledby={heading} className="min-w-0 border-t border-line pt-4">
      <div className="flex items-start justify-between gap-3">
        <h4 id={heading} className="text-small font-semibold [overflow-wrap:anywhere]">
          {name}{' '}
          <span className="font-normal text-muted">
            {plural(outcomes, { one: '# outcome', other: '# outcomes' })}
          </span>
        </h4>
        <Button
          variant="quiet"
          size="small"
          className="-my-1.5 -me-3 shrink-0"
          aria-expanded={open}
          aria-controls={place}
          aria-label={`${name}: ${open ? t`hide table` : t`show as table`}`}
          onClick={() => setOpen(!open)}
        >
          {open ? t`Hide table` : t`Show as table`}
        </Button>
      </div>
      <ReliabilityDrawing curve={curve} label={t`Reliability of ${name}`} />
      <div id={place} className={open ? 'mt-3' : undefined}>
        {open && <ReliabilityTable name={name} curve={curve} />}
      </div>
    </section>
  );
}

type ReliabilityTableProps = { name: string; curve: readonly ReliabilityPoint[] };

/** A reliability curve in figures. */
function ReliabilityTable({ name, curve }: ReliabilityTableProps) {
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
              {shareInterval(came)}
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
function ReliabilityDrawing({ curve, label }: ReliabilityDrawingProps) {
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
