import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { RowsSkeleton } from '@quorate/ui/rows-skeleton';
import { TextArea } from '@quorate/ui/text-area';
import { useState } from 'react';
import { getReport, REPORT_MAX, saveReport, sendReport, WORDS_MAX } from '../../contract/report.ts';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useAction, useLocal } from '../lib/local-client.ts';

/** What support needs to help: shown whole before it goes. */
export function SendReport() {
  const { account } = useAppState();
  const [isOpen, setIsOpen] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  return (
    <div className="space-y-3 text-small">
      <p className="text-muted">{t`A report has versions, permissions, what the setup check found, and the last lines of the logs. Passwords and account numbers are taken out, and you see all of it first.`}</p>
      <DoneNotice>{done}</DoneNotice>
      <Button
        variant="secondary"
        onClick={() => {
          setDone(null);
          setIsOpen(true);
        }}
      >{t`Send a report`}</Button>
      {isOpen && (
        <ReportDialog
          maySend={account !== null}
          onClose={() => setIsOpen(false)}
          onDone={(words) => {
            setIsOpen(false);
            setDone(words);
          }}
        />
      )}
    </div>
  );
}

type ReportDialogProps = {
  maySend: boolean;
  onClose: () => void;
  onDone: (words: string) => void;
};

function ReportDialog({ maySend, onClose, onDone }: ReportDialogProps) {
  const { data, error, refetch } = useLocal(getReport, {}, { fresh: true });
  const send = useAction(sendReport);
  const save = useAction(saveReport);
  // Sent again after an answer that was lost, it is the same report.
  const [id] = useState(() => crypto.randomUUID());
  const [words, setWords] = useState('');
  const [edited, setEdited] = useState<string | null>(null);
  const report = edited ?? data?.report ?? '';
  const isBusy = send.isPending || save.isPending;
  const pressSend = () =>
    send.mutate(
      { body: { message_id: id, words, report } },
      { onSuccess: () => onDone(t`Sent. The answer comes to your email address.`) },
    );
  const pressSave = () =>
    save.mutate(
      { body: { words, report } },
      { onSuccess: ({ file }) => onDone(t`Kept as ${file}. Send it with your mail to support.`) },
    );
  return (
    <Dialog wide title={t`Send a report`} onClose={onClose}>
      <div className="space-y-4">
        <FailureNotice
          title={t`Failed to load the report`}
          error={data === undefined ? error : null}
          onRetry={() => void refetch()}
        />
        {data === undefined && error === null && <RowsSkeleton loading={t`Making the report`} />}
        {data !== undefined && (
          <>
            <TextArea
              label={t`What happened?`}
              hint={t`Optional. What you did, what you expected, and what came instead.`}
              rows={3}
              maxLength={WORDS_MAX}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
            <TextArea
              mono
              label={t`What is sent`}
              hint={t`Nothing else goes. You may take lines out.`}
              rows={12}
              maxLength={REPORT_MAX}
              value={report}
              onChange={({ target }) => setEdited(target.value)}
            />
          </>
        )}
        <FailureNotice title={t`The report was not sent`} error={send.error} />
        <FailureNotice title={t`The report was not kept`} error={save.error} />
        {!maySend && (
          <p className="text-small text-muted">{t`Sign in to send it from here, or save it as a file.`}</p>
        )}
      </div>
      <DialogActions onCancel={onClose}>
        <Button
          variant="secondary"
          busy={save.isPending}
          disabled={report === '' || isBusy}
          onClick={pressSave}
        >{t`Save as a file`}</Button>
        {maySend && (
          <Button
            busy={send.isPending}
            disabled={report === '' || isBusy}
            onClick={pressSend}
          >{t`Send`}</Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
