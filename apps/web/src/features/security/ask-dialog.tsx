import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { type ReactNode, useState } from 'react';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';

export type Question = {
  title: string;
  /** What happens then. */
  words: ReactNode;
  /** On the button. */
  act: string;
  /** The sentence when it fails. */
  failure: string;
  run: () => Promise<void>;
};

type AskDialogProps = Question & { onClose: () => void };

/** Asks before something that cannot be taken back; closes by itself when it is done. */
export function AskDialog({ title, words, act, failure, run, onClose }: AskDialogProps) {
  const { busy, error, submit } = useConfirmed(async () => {
    await run();
    onClose();
  });
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="space-y-4">
        <FailureNotice title={failure} error={error} />
        <div className="text-small">{words}</div>
        <DialogActions onCancel={onClose}>
          <Button variant="danger" busy={busy} onClick={() => submit(undefined)}>
            {act}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

/** One question at a time, and the words when its act is done. */
export function useQuestion() {
  const [question, setQuestion] = useState<Question | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const ask = (next: Question) => {
    setDone(null);
    setQuestion(next);
  };
  const dialog = question && <AskDialog {...question} onClose={() => setQuestion(null)} />;
  return { ask, dialog, done, setDone };
}
