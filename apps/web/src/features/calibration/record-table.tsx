import type { VoterRecord } from '@quorate/contract/calibration';
import { formatCount } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { Accuracy, Brier } from './record-figures.tsx';
import { shareReason, shareWords } from './record-words.ts';
import { VoterName } from './voter-name.tsx';

export type RecordsView = {
  records: readonly VoterRecord[];
  /** Outcomes from which on a voter's chances are corrected. */
  from: number;
  withShares: boolean;
};

/** The voters' records as a table, for wide screens. */
export function RecordTable({ records, from, withShares }: RecordsView) {
  return (
    <Table
      caption="Records of the voters"
      captionHidden
      head={
        <>
          <HeadCell className="pl-0">Voter</HeadCell>
          <HeadCell end>Outcomes</HeadCell>
          <HeadCell end>Right side</HeadCell>
          <HeadCell end>Brier score</HeadCell>
          {withShares && (
            <>
              <HeadCell end className="whitespace-nowrap">
                Share now
              </HeadCell>
              <HeadCell className="pl-6">Why</HeadCell>
            </>
          )}
        </>
      }
    >
      {records.map((record) => (
        <tr key={`${record.analyst} ${record.model}`} className="border-b border-line">
          <th scope="row" className="py-2.5 pr-3 text-left align-top font-normal">
            <VoterName record={record} />
          </th>
          <Cell end figures className="py-2.5 align-top">
            {formatCount(record.outcomes)}
          </Cell>
          <Cell end className="py-2.5 align-top whitespace-nowrap">
            <Accuracy record={record} />
          </Cell>
          <Cell end className="py-2.5 align-top whitespace-nowrap">
            <Brier record={record} />
          </Cell>
          {withShares && (
            <>
              <Cell end figures className="py-2.5 align-top">
                {shareWords(record)}
              </Cell>
              <Cell className="max-w-80 py-2.5 pr-0 pl-6 align-top text-tiny text-muted">
                {shareReason(record, records, from)}
              </Cell>
            </>
          )}
        </tr>
      ))}
    </Table>
  );
}
