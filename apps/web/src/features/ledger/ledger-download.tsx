import { getLedgerKey } from '@quorate/contract/ledger';
import { Button } from '@quorate/ui/button';
import { CopyButton } from '@quorate/ui/copy-button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../lib/format-bytes.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { downloadLedger } from './ledger.api.ts';

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
      setDone(`${name} (${formatBytes(content.size)}) is in your downloads.`);
    } catch (fault) {
      if (!ending.signal.aborted) throw fault;
      setDone('The download is cancelled. Nothing was saved.');
    } finally {
      setReceived(null);
    }
  });
  useEffect(() => () => leave.current?.abort(), []);
  const command = `npm run verify-ledger -- ${fileName} --key ${KEY_FILE}`;
  return (
    <section aria-label="Download and verify" className="space-y-3 border-t border-line pt-4">
      <FailureNotice title="The ledger could not be downloaded" error={error} />
      <DoneNotice>{done}</DoneNotice>
      {received === null ? (
        <Button onClick={() => submit(undefined)} busy={busy}>
          Download the ledger
        </Button>
      ) : (
        <p role="status" className="flex min-h-11 flex-wrap items-center gap-3">
          <progress aria-label="Download" className="h-1.5 w-32 accent-brand" />
          <span>
            <span className="figures text-[0.875rem]">{formatBytes(received)}</span> so far
          </span>
          <Button variant="secondary" size="small" onClick={() => leave.current?.abort()}>
            Cancel
          </Button>
        </p>
      )}
      <div>
        <h3 className="font-medium">How to verify it</h3>
        <p className="mt-1 text-muted">
          Save the{' '}
          <a
            href={getLedgerKey.path}
            download={KEY_FILE}
            className="font-medium text-brand underline decoration-brand/35 underline-offset-4 hover:decoration-brand"
          >
            public key
          </a>{' '}
          beside it. Then, in a checkout of the source, without a network:
        </p>
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <code className="figures rounded-md bg-sunk px-3 py-2 text-tiny [overflow-wrap:anywhere]">
            {command}
          </code>
          <CopyButton label="Copy command" text={command} />
        </div>
        <p className="mt-2 text-muted">
          Keep a file now and then. Given with <code className="figures text-tiny">--earlier</code>,
          it shows that nothing of that time was written anew.
        </p>
      </div>
    </section>
  );
}
