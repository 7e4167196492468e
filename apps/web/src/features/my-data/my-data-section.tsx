import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { deleteAccount as deleteCall, exportMyData } from '@quorate/contract/my-data';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { SettingsSection } from '@quorate/ui/settings-section';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { answerOf, callApi } from '../../lib/api-client.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { type ReceivedFile, receiveFile } from '../../lib/receive-file.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';

type MyDataSectionProps = {
  username: string;
  /** The account is gone: the session is dead already. */
  onDeleted: () => Promise<void>;
};

/** Taking the data along, and leaving. */
export function MyDataSection({ username, onDeleted }: MyDataSectionProps) {
  const [deleting, setDeleting] = useState(false);
  return (
    <SettingsSection
      id="data"
      title={t`Your data`}
      lead={t`It is yours: take it along, or have it removed.`}
    >
      <SettingList>
        <ExportRow />
        <SettingRow
          title={t`Delete the account`}
          action={
            <Button
              variant="danger"
              size="small"
              onClick={() => setDeleting(true)}
            >{t`Delete account`}</Button>
          }
        >{t`At once and for good, with the trading history and everything else in it.`}</SettingRow>
      </SettingList>
      {deleting && (
        <DeleteDialog
          username={username}
          onDeleted={onDeleted}
          onClose={() => setDeleting(false)}
        />
      )}
    </SettingsSection>
  );
}

/** Everything the service holds, as a file that is told of while it arrives. */
function ExportRow() {
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
      setDone(t`${name} (${formatBytes(content.size)}) is in your downloads.`);
    } catch (fault) {
      if (!ending.signal.aborted) throw fault;
      setDone(t`The export is cancelled. Nothing was saved.`);
    } finally {
      setReceived(null);
    }
  });
  useEffect(() => () => leave.current?.abort(), []);
  return (
    <SettingRow
      title={t`Export my data`}
      action={
        received === null ? (
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            onClick={() => submit(undefined)}
          >{t`Export my data`}</Button>
        ) : (
          <Button
            variant="secondary"
            size="small"
            onClick={() => leave.current?.abort()}
          >{t`Cancel`}</Button>
        )
      }
    >
      <p>{t`Account, settings, trades, decisions, reviews and messages, as one JSON file. Passwords and keys are not in it.`}</p>
      {received !== null && (
        <p className="mt-2 text-ink">
          <Trans>
            <progress
              aria-label={t`Export`}
              className="me-3 h-1.5 w-40 align-middle accent-brand"
            />
            <span className="figures text-small">{formatBytes(received)}</span> so far
          </Trans>
        </p>
      )}
      <div className="mt-3 empty:hidden">
        <FailureNotice title={t`Failed to export your data`} error={error} />
        <DoneNotice>{done}</DoneNotice>
      </div>
    </SettingRow>
  );
}

type DeleteDialogProps = {
  username: string;
  onDeleted: () => Promise<void>;
  onClose: () => void;
};

/** What goes, and the name typed, so that nobody does it by a slip. */
function DeleteDialog({ username, onDeleted, onClose }: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  const { busy, error, submit } = useConfirmed(async () => {
    await deleteAccount(typed);
    await onDeleted();
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <Dialog title={t`Delete the account?`} onClose={onClose}>
      <form onSubmit={onSubmit} className="space-y-4 text-small">
        <FailureNotice title={t`Failed to delete the account`} error={error} />
        <p>{t`This cannot be taken back. At once and for good go:`}</p>
        <ul className="list-disc space-y-1 ps-5 text-muted">
          <li>{t`your username, your email address and every way to sign in;`}</li>
          <li>{t`your trades, their statistics and the decisions behind them;`}</li>
          <li>{t`your plan, your usage and your reviews; a subscription ends, unrefunded;`}</li>
          <li>{t`every browser, bot and app that is signed in.`}</li>
        </ul>
        <p className="text-muted">{t`Bots stop; positions that are open stay open in your terminal with their stop loss. What you paid stays in the books, ours and the payment provider’s, as long as the law asks for.`}</p>
        <TextField
          label={
            <Trans>
              Type <strong className="wrap-anywhere">{username}</strong> to go on
            </Trans>
          }
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions onCancel={onClose} cancel={t`Keep the account`}>
          <Button
            type="submit"
            variant="danger"
            busy={busy}
            disabled={typed.trim().toLowerCase() !== username.toLowerCase()}
          >{t`Delete account`}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const UNNAMED = { name: 'account-data.json', type: 'application/json' };

/**
 * Everything the service holds about the user, as a file.
 *
 * @param onBytes told how much has arrived so far
 * @throws ApiError when the service refuses, or the file ends before it is whole
 */
function downloadMyData(
  onBytes: (received: number) => void,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  return answerOf(
    exportMyData,
    {},
    async (response) => {
      const file = await receiveFile(response, onBytes, UNNAMED);
      // An answer is sent while it is read: one that broke off must not pass for all of the data.
      JSON.parse(await file.content.text());
      return file;
    },
    { signal },
  );
}

/** @param username typed by the user */
async function deleteAccount(username: string): Promise<void> {
  await callApi(deleteCall, { body: { username: username.trim() } });
}
