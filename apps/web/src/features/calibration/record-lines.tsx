import { formatCount } from '@quorate/ui/format';
import { Accuracy, Brier } from './record-figures.tsx';
import type { RecordsView } from './record-table.tsx';
import { shareReason, shareWords } from './record-words.ts';
import { VoterName } from './voter-name.tsx';

/** The table's figures for narrow screens, one voter below the other. */
export function RecordLines({ records, from, withShares }: RecordsView) {
  return (
    <ul aria-label="Records of the voters" className="border-t border-line">
      {records.map((record) => (
        <li
          key={`${record.analyst} ${record.model}`}
          className="space-y-2 border-b border-line py-3 text-small"
        >
          <p>
            <VoterName record={record} />
          </p>
          <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-tiny xs:grid-cols-4">
            <div>
              <dt className="text-muted">Outcomes</dt>
              <dd className="figures text-[0.8438rem]">{formatCount(record.outcomes)}</dd>
            </div>
            {withShares && (
              <div>
                <dt className="text-muted">Share now</dt>
                <dd className="figures text-[0.8438rem]">{shareWords(record)}</dd>
              </div>
            )}
            <div>
              <dt className="text-muted">Right side</dt>
              <dd>
                <Accuracy record={record} />
              </dd>
            </div>
            <div>
              <dt className="text-muted">Brier score</dt>
              <dd>
                <Brier record={record} />
              </dd>
            </div>
          </dl>
          {withShares && (
            <p className="text-tiny text-muted">{shareReason(record, records, from)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
