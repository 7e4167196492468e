import type { ReliabilityPoint } from '@quorate/contract/calibration';
import { formatCount, formatShare } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { shareInterval } from './record-words.ts';

type ReliabilityTableProps = { name: string; curve: readonly ReliabilityPoint[] };

/** A reliability curve in figures. */
export function ReliabilityTable({ name, curve }: ReliabilityTableProps) {
  return (
    <section
      aria-label={`Reliability of ${name}, in figures`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll what has the focus
      tabIndex={0}
      className="overflow-x-auto"
    >
      <Table
        caption={`Reliability of ${name}`}
        captionHidden
        head={
          <>
            <HeadCell className="pl-0">Said</HeadCell>
            <HeadCell end>Outcomes</HeadCell>
            <HeadCell end>Mean said</HeadCell>
            <HeadCell end>Rose first</HeadCell>
            <HeadCell end className="pr-0">
              95%
            </HeadCell>
          </>
        }
      >
        {curve.map(({ from, to, outcomes, said, came }) => (
          <tr key={from} className="h-8 border-b border-line/60">
            <th scope="row" className="text-left text-tiny font-normal whitespace-nowrap">
              {formatShare(from)} to {formatShare(to)}
            </th>
            <Cell end figures>
              {formatCount(outcomes)}
            </Cell>
            <Cell end figures>
              {formatShare(said)}
            </Cell>
            <Cell end figures>
              {formatShare(came.value)}
            </Cell>
            <Cell end figures className="pr-0 whitespace-nowrap">
              {shareInterval(came)}
            </Cell>
          </tr>
        ))}
      </Table>
    </section>
  );
}
