import { REASON_MAX, REASON_MIN } from '@quorate/contract/admin-endpoint';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { TextArea } from '@quorate/ui/text-area';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useConfirmed } from '../../../lib/use-confirmed.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';

export type ReasonedAct = {
  title: string;
  /** What happens then, with figures; fields of the act, too. */
  words: ReactNode;
  /** On the button. */
  act: string;
  /** The sentence when it fails. */
  failure: string;
  /** Whether it takes something away. */
  danger?: boolean;
  run: (reason: string) => Promise<void>;
};

const MAYBE_DONE =
  'There was no proper answer. It may have been done all the same; sent again, it is done once.';

/** Whether the act may have been done though its call failed: its answer was lost, or got stuck on the way. */
function isUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return status === null || status >= 500 || code === 'bad_reply';
}

type ReasonDialogProps = ReasonedAct & { onClose: () => void };

/**
 * Asks before an operator changes something, and for the reason that the audit log keeps. Closes by itself
 * when it is done.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, words, act, failure, danger = false, run, onClose } = props;
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, error, submit } = useConfirmed(async () => {
    await run(reason.trim());
    onClose();
  });
  const tooShort = reason.trim().length < REASON_MIN;
  const fault = tooShort ? `Write at least ${REASON_MIN} characters.` : null;
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="space-y-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!tooShort) submit(undefined);
        }}
      >
        <FailureNotice title={isUnknown(error) ? MAYBE_DONE : failure} error={error} />
        <div className="space-y-3 text-small">{words}</div>
        <TextArea
          label="Reason"
          hint="Kept in the audit log for good. Leave names and addresses of people out."
          error={tried ? fault : null}
          rows={3}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
