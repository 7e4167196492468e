import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  downloadLedger as downloadCall,
  getLedger,
  getLedgerKey,
  type LedgerHead,
  type SignedHead,
} from '@quorate/contract/ledger';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { Dialog } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { formatCount } from '@quorate/ui/format';
import { Spinner } from '@quorate/ui/spinner';
import { formatTime } from '@quorate/ui/time-format';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerOf, callApi } from '../../lib/api-client.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { type ReceivedFile, receiveFile } from '../../lib/receive-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';

type LedgerDialogProps = { userId: string; timeZone: string; onClose: () => void };

/** What the ledger holds, how to take it along, and how to prove that nobody has changed it. */
export function LedgerDialog({ userId, timeZone, onClose }: LedgerDialogProps) {
  const ledger = useLedger(userId);
  return (
    <Dialog title={t`Decision ledger`} onClose={onClose} wide>
      <div className="min-h-[24rem] space-y-5 text-small">
        <p>{t`Every decision and its outcome, in the order in which they came. Each record carries the hash of the one before, and the service signs the last: anyone who changes, removes or reorders a record breaks the chain.`}</p>
        {ledger.data ? (
          <LedgerHeads {...ledger.data} timeZone={timeZone} />
        ) : ledger.isError ? (
          <RetryNotice
            title={t`Failed to load the ledger`}
            error={ledger.error}
            onRetry={() => void ledger.refetch()}
            busy={ledger.isFetching}
          />
        ) : (
          <div className="grid min-h-[10rem] place-items-center">
            <Spinner label={t`Loading the ledger`} />
          </div>
        )}
        <LedgerDownload />
      </div>
    </Dialog>
  );
}

type LedgerHeadsProps = Pick<LedgerHead, 'head' | 'kept'> & { timeZone: string };

/** The head signed now, and the one that was kept last. */
export function LedgerHeads({ head, kept, timeZone }: LedgerHeadsProps) {
  return (
    <div className="space-y-4">
      {head.records === 0 && (
        <p>{t`No decision is on record yet. The first one begins the chain.`}</p>
      )}
      <Head title={t`Head, signed now`} head={head} timeZone={timeZone} />
      {kept ? (
        <Head title={t`Head kept last`} head={kept} timeZone={timeZone} />
      ) : (
        <p className="text-muted">{t`A head is kept once a day when there are new records. None is kept so far.`}</p>
      )}
    </div>
  );
}

function Head({ title, head, timeZone }: { title: string; head: SignedHead; timeZone: string }) {
  return (
    <section aria-label={title} className="border-t border-line pt-3">
      <h3 className="font-medium">{title}</h3>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1.5">
        <dt className="text-muted">{t`Records`}</dt>
        <dd className="figures text-small">{formatCount(head.records)}</dd>
        <dt className="text-muted">{t`Signed`}</dt>
        <dd className="figures text-small">{formatTime(head.signed_at, timeZone)}</dd>
        <dt className="text-muted">{t`Key`}</dt>
        <dd className="figures text-small [overflow-wrap:anywhere]">{head.key_id}</dd>
        <dt className="text-muted">{t`Hash`}</dt>
        <dd className="space-y-2">
          <span className="figures block text-tiny [overflow-wrap:anywhere]">{head.hash}</span>
          <CopyButton label={t`Copy hash`} text={head.hash} />
        </dd>
      </dl>
    </section>
  );
}

const KEY_FILE = 'ledger-key.json';

/** The ledger as a file, told of while it arrives, and how to verify it. */
export function LedgerDownload() {
  const leave = useRef<AbortController>(null);
  const [received, setReceived] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const [fileName, setFileName] = useState('FILE');
  const { busy, error, submit } = useSubmission(async () => {
    const ending = new AbortController();
    leave.current = ending;
    setDone(null);
    setReceived(0);
    try {
      const { name, content } = await downloadLedger(setReceived, ending.signal);
      saveFile(name, content);
      setFileName(name);
      setDone(t`${name} (${formatBytes(content.size)}) is in your downloads.`);
    } catch (fault) {
      if (!ending.signal.aborted) throw fault;
      setDone(t`The download is cancelled. Nothing was saved.`);
    } finally {
      setReceived(null);
    }
  });
  useEffect(() => () => leave.current?.abort(), []);
  const command = t`npm run verify-ledger -- ${fileName} --key ${KEY_FILE}`;
  return (
    <section aria-label={t`Download and verify`} className="space-y-3 border-t border-line pt-4">
      <FailureNotice title={t`The ledger could not be downloaded`} error={error} />
      <DoneNotice>{done}</DoneNotice>
      {received === null ? (
        <Button onClick={() => submit(undefined)} busy={busy}>{t`Download the ledger`}</Button>
      ) : (
        <p role="status" className="flex min-h-11 flex-wrap items-center gap-3">
          <progress aria-label={t`Download`} className="h-1.5 w-32 accent-brand" />
          <span>
            <Trans>
              <span className="figures text-small">{formatBytes(received)}</span> so far
            </Trans>
          </span>
          <Button
            variant="secondary"
            size="small"
            onClick={() => leave.current?.abort()}
          >{t`Cancel`}</Button>
        </p>
      )}
      <div>
        <h3 className="font-medium">{t`How to verify it`}</h3>
        <p className="mt-1 text-muted">
          <Trans>
            Save the{' '}
            <a
              href={getLedgerKey.path}
              download={KEY_FILE}
              className="font-medium text-brand underline decoration-brand/35 underline-offset-4 hover:decoration-brand"
            >{t`public key`}</a>{' '}
            beside it. Then, in a checkout of the source, without a network:
          </Trans>
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <code className="figures rounded-md bg-sunk px-3 py-2 text-tiny [overflow-wrap:anywhere]">
            {command}
          </code>
          <CopyButton label={t`Copy command`} text={command} />
        </div>
        <p className="mt-2 text-muted">
          <Trans>
            Keep a file now and then. Given with{' '}
            <code className="figures text-tiny">--earlier</code>, it shows that nothing of that time
            was rewritten.
          </Trans>
        </p>
      </div>
    </section>
  );
}

const UNNAMED = { name: 'decision-ledger.jsonl', type: 'application/x-ndjson' };

/** The head of the ledger as it is signed now. */
export function useLedger(userId: string) {
  return useQuery({
    queryKey: ['decisions', userId, 'ledger'],
    queryFn: ({ signal }) => callApi(getLedger, {}, { signal }),
  });
}

/**
 * The whole ledger as a file. The token travels in a header, so that a plain link would not do.
 *
 * @param onBytes told how much has arrived so far
 * @throws ApiError when the service refuses, or the file ends before it is whole
 */
export function downloadLedger(
  onBytes: (received: number) => void,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  return answerOf(downloadCall, {}, (response) => receiveFile(response, onBytes, UNNAMED), {
    signal,
  });
}
