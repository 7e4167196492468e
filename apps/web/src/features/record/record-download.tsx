import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { downloadLedger } from '@quorate/contract/ledger';
import { downloadRecord, type RecordOverview } from '@quorate/contract/record';
import { HOSTED_SERVER } from '@quorate/contract/trade-sync';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SelectField } from '@quorate/ui/select-field';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { answerOf } from '../../lib/api-client.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { type HostedAccounts, hostedAccounts } from '../../lib/query/hosted-accounts.ts';
import { type ReceivedFile, receiveFile } from '../../lib/receive-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

const TYPE = 'application/x-ndjson';
const ALL = 'all';

type RecordDownloadProps = Pick<RecordOverview, 'streams' | 'log'> & { userId: string };

/** The record as a file, and the two ways to verify it. */
export function RecordDownload({ streams, log, userId }: RecordDownloadProps) {
  const { data: names } = useQuery({ ...hostedAccounts(userId), select: namesOf });
  const accounts = streams.flatMap(({ account }) => account ?? []);
  const [chosen, setChosen] = useState<string>(ALL);
  const [fileName, setFileName] = useState('FILE');
  const command = t`npm run verify-ledger -- ${fileName} --key ${log.key}`;
  const query = chosen === ALL ? {} : { account_id: chosen };
  const options = accounts.map(({ account_id: value, server, login }) => ({
    value,
    label:
      server === HOSTED_SERVER
        ? t`${names?.get(login) ?? login} in paper trading`
        : t`${login} at ${server}`,
  }));
  return (
    <section aria-label={t`Download and verify`} className="space-y-4 border-t border-line pt-4">
      {accounts.length > 1 && (
        <SelectField
          label={t`Account`}
          value={chosen}
          options={[{ value: ALL, label: t`All accounts` }, ...options]}
          onChange={setChosen}
          className="max-w-80"
        />
      )}
      <FileDownload
        button={t`Download the record`}
        failed={t`The record could not be downloaded`}
        download={(onBytes, signal) =>
          answerOf(
            downloadRecord,
            { query },
            (response) => receiveFile(response, onBytes, { name: 'record.jsonl', type: TYPE }),
            { signal },
          )
        }
        onSaved={setFileName}
      >
        <LinkButton to="/verify" variant="secondary">{t`Verify a file`}</LinkButton>
      </FileDownload>
      <div>
        <h3 className="font-medium">{t`How to verify it`}</h3>
        <p className="mt-1 text-muted">{t`Anyone can verify the file in a browser, or by command in a checkout of the source. Neither needs us or a network.`}</p>
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

function namesOf({ accounts }: HostedAccounts): ReadonlyMap<string, string> {
  return new Map(accounts.map(({ account, settings }) => [account.login, settings.name]));
}

/** The decisions that were kept before there was a record. */
export function LedgerDownload() {
  return (
    <section aria-label={t`Ledger of before`} className="space-y-3 border-t border-line pt-4">
      <div>
        <h3 className="font-medium">{t`Ledger of before`}</h3>
        <p className="mt-1 text-muted">{t`Your older decisions are in a ledger of their own. It is closed, and its end is on record.`}</p>
      </div>
      <FileDownload
        button={t`Download the ledger`}
        variant="secondary"
        failed={t`The ledger could not be downloaded`}
        download={(onBytes, signal) =>
          answerOf(
            downloadLedger,
            {},
            (response) =>
              receiveFile(response, onBytes, { name: 'decision-ledger.jsonl', type: TYPE }),
            { signal },
          )
        }
      />
    </section>
  );
}

type FileDownloadProps = {
  button: string;
  variant?: 'primary' | 'secondary';
  /** What is said where it fails. */
  failed: string;
  /**
   * The token travels in a header, so that a plain link would not do.
   *
   * @param onBytes told how much has arrived so far
   * @throws ApiError when the service refuses, or the file ends before it is whole
   */
  download: (onBytes: (received: number) => void, signal: AbortSignal) => Promise<ReceivedFile>;
  onSaved?: (name: string) => void;
  children?: ReactNode;
};

/** A file of the service, told of while it arrives. */
function FileDownload(props: FileDownloadProps) {
  const { button, variant = 'primary', failed, download, onSaved, children } = props;
  const leave = useRef<AbortController>(null);
  const [received, setReceived] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission(async () => {
    const ending = new AbortController();
    leave.current = ending;
    setDone(null);
    setReceived(0);
    try {
      const { name, content } = await download(setReceived, ending.signal);
      saveFile(name, content);
      onSaved?.(name);
      setDone(t`${name} (${formatBytes(content.size)}) is in your downloads.`);
    } catch (fault) {
      if (!ending.signal.aborted) throw fault;
      setDone(t`The download is cancelled. Nothing was saved.`);
    } finally {
      setReceived(null);
    }
  });
  useEffect(() => () => leave.current?.abort(), []);
  return (
    <div>
      <FailureNotice title={failed} error={error} className="mb-4" />
      <DoneNotice>{done}</DoneNotice>
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        {received === null ? (
          <Button variant={variant} onClick={() => submit(undefined)} busy={busy}>
            {button}
          </Button>
        ) : (
          <p role="status" className="flex flex-wrap items-center gap-3">
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
        {children}
      </div>
    </div>
  );
}
