import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { getRecord, type RecordLog, type RecordOverview } from '@quorate/contract/record';
import { CopyButton } from '@quorate/ui/copy-button';
import { Dialog } from '@quorate/ui/dialog';
import { EmptyState } from '@quorate/ui/empty-state';
import { formatCount } from '@quorate/ui/format';
import { Spinner } from '@quorate/ui/spinner';
import { Cell, HeadCell, Table } from '@quorate/ui/table';
import { formatTime } from '@quorate/ui/time-format';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { AccountName } from '../../ui/account-name.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { PublicRecordPart } from './public-record-part.tsx';
import { LedgerDownload, RecordDownload } from './record-download.tsx';

type RecordDialogProps = { userId: string; timeZone: string; onClose: () => void };

/** What is on record of each account, the log that it is in, and how to take it along and check it. */
export function RecordDialog({ userId, timeZone, onClose }: RecordDialogProps) {
  const record = useRecord(userId);
  return (
    <Dialog title={t`Record`} onClose={onClose} wide>
      <div className="min-h-[24rem] space-y-5 text-small">
        <p>{t`Everything we did for your accounts, in order: market data, votes, decisions and trades. It stands in a log that we sign. A file that you keep shows any later change, also one of ours.`}</p>
        {record.data ? (
          <>
            {record.data.streams.length === 0 ? (
              <EmptyState
                title={t`Nothing is on record yet`}
                action={
                  <LinkButton
                    to="/dashboard#paper-trading"
                    onClick={onClose}
                  >{t`Start paper trading`}</LinkButton>
                }
              >{t`The first entry comes with your first account. From then on, every step is kept here.`}</EmptyState>
            ) : (
              <Accounts {...record.data} userId={userId} timeZone={timeZone} />
            )}
            <LogFacts log={record.data.log} timeZone={timeZone} />
            {record.data.streams.length > 0 && <RecordDownload {...record.data} userId={userId} />}
            {record.data.streams.some(({ account }) => account !== null) && (
              <PublicRecordPart streams={record.data.streams} userId={userId} />
            )}
            {record.data.has_ledger && <LedgerDownload />}
          </>
        ) : record.isError ? (
          <RetryNotice
            title={t`Failed to load the record`}
            error={record.error}
            onRetry={() => void record.refetch()}
            busy={record.isFetching}
          />
        ) : (
          <div className="grid min-h-[10rem] place-items-center">
            <Spinner label={t`Loading the record`} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** More accounts than people have; what is left out is said. */
const STREAMS_SHOWN = 200;

/** What is on record now. */
function useRecord(userId: string) {
  return useQuery({
    queryKey: ['decisions', userId, 'record'],
    queryFn: ({ signal }) => callApi(getRecord, { query: { per_page: STREAMS_SHOWN } }, { signal }),
  });
}

type AccountsProps = Pick<RecordOverview, 'streams' | 'pagination'> & {
  userId: string;
  timeZone: string;
};

function Accounts({ streams, pagination: { total }, userId, timeZone }: AccountsProps) {
  const isCut = total > streams.length;
  return (
    <>
      <Table
        caption={t`Your accounts`}
        head={
          <>
            <HeadCell className="ps-0">{t`Account`}</HeadCell>
            <HeadCell end className="max-sm:pe-0">{t`Entries`}</HeadCell>
            <HeadCell end className="pe-0 max-sm:hidden">{t`Newest entry`}</HeadCell>
          </>
        }
      >
        {streams.map(({ id, account, entries, last_at: lastAt }) => (
          <tr key={id} className="h-11 border-b border-line">
            <Cell className="py-2 ps-0">
              {account ? (
                <AccountName userId={userId} account={account} />
              ) : (
                <span className="text-muted">{t`All accounts, or a deleted one`}</span>
              )}
              <span className="block text-tiny text-muted sm:hidden">
                {formatTime(lastAt, timeZone)}
              </span>
            </Cell>
            <Cell end figures className="py-2 align-top max-sm:pe-0 sm:align-middle">
              {formatCount(entries)}
            </Cell>
            <Cell end figures className="py-2 pe-0 max-sm:hidden">
              {formatTime(lastAt, timeZone)}
            </Cell>
          </tr>
        ))}
      </Table>
      {isCut && (
        <p className="mt-2 text-tiny text-muted">{t`The ${streams.length} with the newest entries, of ${formatCount(total)}. A file of all accounts has them all.`}</p>
      )}
    </>
  );
}

function LogFacts({ log, timeZone }: { log: RecordLog; timeZone: string }) {
  const { origin, key, size, signed_at: signedAt, witnesses } = log;
  return (
    <section aria-label={t`The log`} className="border-t border-line pt-4">
      <h3 className="font-medium">{t`The log`}</h3>
      <dl className="mt-2 grid gap-x-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1.5 [&>dd]:min-w-0 [&>dd]:max-sm:mb-2 [&>dt]:text-muted">
        <dt>{t`Name`}</dt>
        <dd className="figures text-small wrap-anywhere">{origin}</dd>
        <dt>{t`Entries of all traders`}</dt>
        <dd className="figures text-small">{formatCount(size)}</dd>
        <dt>{t`Last signed`}</dt>
        <dd className="figures text-small">
          {signedAt === null ? t`not yet` : formatTime(signedAt, timeZone)}
        </dd>
        <dt>{t`Cosigned by`}</dt>
        <dd className="wrap-anywhere">
          {witnesses.length === 0 ? (
            t`nobody yet`
          ) : (
            <span className="figures">{witnesses.join(', ')}</span>
          )}
        </dd>
        <dt>{t`Key`}</dt>
        <dd className="space-y-2">
          <span className="figures block text-tiny [overflow-wrap:anywhere]">{key}</span>
          <CopyButton label={t`Copy key`} text={key} />
        </dd>
      </dl>
      <p className="mt-3 text-tiny text-muted">
        <Trans>
          Keep the key somewhere else, too. It tells a file of ours from one that was made up.
        </Trans>
      </p>
    </section>
  );
}
