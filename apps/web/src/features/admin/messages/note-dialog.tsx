import { type AdminMessage, MESSAGE_NOTE_MAX } from '@quorate/contract/admin-messages';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { TextArea } from '@quorate/ui/text-area';
import { useState } from 'react';
import { useConfirmed } from '../../../lib/use-confirmed.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';

type NoteDialogProps = {
  message: AdminMessage;
  act: 'handle' | 'reopen';
  run: (note: string) => Promise<void>;
  onClose: () => void;
};

/** What was done about a message, for whoever reads it next. */
export function NoteDialog({ message, act, run, onClose }: NoteDialogProps) {
  const [note, setNote] = useState(message.note ?? '');
  const { busy, error, submit } = useConfirmed(async () => {
    await run(note.trim());
    onClose();
  });
  const words = act === 'handle' ? 'Mark as handled' : 'Open again';
  return (
    <Dialog title={words} onClose={onClose}>
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit(undefined);
        }}
      >
        <FailureNotice title="The message was not changed" error={error} />
        <p className="text-small wrap-anywhere">{message.subject}</p>
        <TextArea
          label="Note (optional)"
          hint="Stays with the message, and is deleted with it."
          rows={3}
          maxLength={MESSAGE_NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {words}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
