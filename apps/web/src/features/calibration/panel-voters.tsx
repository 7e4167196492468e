import { t } from '@lingui/core/macro';
import type { PanelVoter } from '@quorate/contract/calibration';
import { Badge } from '@quorate/ui/badge';
import { formatCount, formatShare } from '@quorate/ui/format';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { useMediaQuery } from '@quorate/ui/use-media-query';
import {
  accuracyWords,
  changeWords,
  type Known,
  marketName,
  provenWords,
  rightWords,
} from './panel-words.ts';
import { VoterName } from './voter-name.tsx';

/** A market's record voter by voter. */
export function PanelVoters({ record }: { record: Known }) {
  const wide = useMediaQuery('(min-width: 60rem)');
  if (record.voters.length === 0) return null;
  return (
    <div className="space-y-3">
      {wide ? <VoterTable record={record} /> : <VoterLines record={record} />}
      <details className="text-tiny text-muted">
        <summary className="flex min-h-11 items-center underline underline-offset-4 sm:min-h-6">{t`How to read this table`}</summary>
        <p className="mt-1 max-w-prose">{t`Right: votes for a direction that came as they asked, with the 95% interval. Share: its part of the pool when everybody votes. Last 30 days: its mean share in your decisions, and the change against the 30 days before. A record proves something from ${formatCount(record.proven_from)} votes on. A worth in R is that of a trade with stop and target of one ATR.`}</p>
      </details>
    </div>
  );
}

const captionOf = (record: Known) => t`Voters on ${marketName(record)}`;

function VoterTable({ record }: { record: Known }) {
  return (
    <Table
      caption={captionOf(record)}
      head={
        <>
          <HeadCell className="ps-0">{t`Voter`}</HeadCell>
          <HeadCell end>{t`Right`}</HeadCell>
          <HeadCell end>
            {t({ message: 'Share', context: 'the part of an analyst in the pool' })}
          </HeadCell>
          <HeadCell end className="whitespace-nowrap">{t`Last 30 days`}</HeadCell>
          <HeadCell className="ps-6">{t`What it has shown`}</HeadCell>
        </>
      }
    >
      {record.voters.map((voter) => (
        <tr key={`${voter.analyst} ${voter.model}`} className="border-b border-line">
          <th scope="row" className="py-2.5 pe-3 text-start align-top font-normal">
            <VoterName voter={voter} />
            <TurnedBadge voter={voter} />
          </th>
          <Cell end className="py-2.5 align-top whitespace-nowrap">
            <Right voter={voter} />
          </Cell>
          <Cell end figures className="py-2.5 align-top">
            {formatShare(voter.share)}
          </Cell>
          <Cell end className="py-2.5 align-top whitespace-nowrap">
            <Recent voter={voter} />
          </Cell>
          <Cell className="max-w-80 py-2.5 pe-0 ps-6 align-top text-tiny text-muted">
            {provenWords(voter, record)}
          </Cell>
        </tr>
      ))}
    </Table>
  );
}

/** The table's figures for narrow screens, one voter below the other. */
function VoterLines({ record }: { record: Known }) {
  return (
    <ul aria-label={captionOf(record)} className="border-t border-line">
      {record.voters.map((voter) => (
        <li
          key={`${voter.analyst} ${voter.model}`}
          className="space-y-2 border-b border-line py-3 text-small"
        >
          <p>
            <VoterName voter={voter} />
            <TurnedBadge voter={voter} />
          </p>
          <dl className="grid grid-cols-[1.6fr_0.7fr_1fr] gap-x-3 gap-y-2 text-tiny">
            <div>
              <dt className="text-muted">{t`Right`}</dt>
              <dd>
                <Right voter={voter} />
              </dd>
            </div>
            <div>
              <dt className="text-muted">
                {t({ message: 'Share', context: 'the part of an analyst in the pool' })}
              </dt>
              <dd className="figures text-tiny">{formatShare(voter.share)}</dd>
            </div>
            <div>
              <dt className="text-muted">{t`Last 30 days`}</dt>
              <dd>
                <Recent voter={voter} />
              </dd>
            </div>
          </dl>
          <p className="text-tiny text-muted">{provenWords(voter, record)}</p>
        </li>
      ))}
    </ul>
  );
}

function TurnedBadge({ voter }: { voter: PanelVoter }) {
  return (
    voter.turned && (
      <span className="mt-1 block">
        <Badge>{t`Turned`}</Badge>
      </span>
    )
  );
}

/** How many of its votes came as they asked, and how often that is. */
function Right({ voter }: { voter: PanelVoter }) {
  const accuracy = accuracyWords(voter);
  return (
    <>
      <span className="figures text-tiny">{rightWords(voter)}</span>
      {accuracy !== null && (
        <span className="block text-tiny text-muted tabular-nums">{accuracy}</span>
      )}
    </>
  );
}

/** Its share in the newest decisions, and how that has changed. */
function Recent({ voter }: { voter: PanelVoter }) {
  const { share_last_30_days: share } = voter;
  return (
    <>
      <span className="figures text-tiny">{share === null ? '–' : formatShare(share)}</span>
      {share !== null && (
        <span className="block text-tiny text-muted tabular-nums">{changeWords(voter) ?? '–'}</span>
      )}
    </>
  );
}
