import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingRow } from '@quorate/ui/setting-row';
import { useEffect, useRef, useState } from 'react';
import { formatBytes } from '../../lib/format-bytes.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { downloadMyData } from './my-data.api.ts';

/** Everything the service holds, as a file that is told of while it arrives. */
export function ExportRow() {
  const leave = useRef<AbortController>(null);
  const [received, setReceived] = useState<number | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { busy, error, submit } = useConfirmed(async () => {
    const ending = new AbortController();
    leave.current = ending;
    setDone(null);
    setReceived(0);
    try {
      const { name, content } = await downloadMyData(setReceived, ending.signal);
      saveFile(name, content);
      setDone(`${name} (${formatBytes(content.size)}) is in your downloads.`);
    } catch (fault) {
      if (!ending.signal.aborted) throw fault;
      setDone('The export is cancelled. Nothing was saved.');
    } finally {
      setReceived(null);
    }
  });
  useEffect(() => () => leave.current?.abort(), []);
  return (
    <SettingRow
      title="Export my data"
      action={
        received === null ? (
          <Button variant="secondary" size="small" busy={busy} onClick={() => submit(undefined)}>
            Export my data
          </Button>
        ) : (
          <Button variant="secondary" size="small" onClick={() => leave.current?.abort()}>
            Cancel
          </Button>
        )
      }
    >
      <p>
        Account, settings, trades, decisions, reviews and messages, as one JSON file. Passwords and
        keys are not in it.
      </p>
      {received !== null && (
        <p className="mt-2 text-ink">
          <progress aria-label="Export" className="mr-3 h-1.5 w-40 align-middle accent-brand" />
          <span className="figures text-[0.875rem]">{formatBytes(received)}</span> so far
        </p>
      )}
      <div className="mt-3 empty:hidden">
        <FailureNotice title="Failed to export your data" error={error} />
        <DoneNotice>{done}</DoneNotice>
      </div>
    </SettingRow>
  );
}
