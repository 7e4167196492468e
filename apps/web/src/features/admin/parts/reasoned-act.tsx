import { t } from '@lingui/core/macro';
import { REASON_MAX, REASON_MIN } from '@quorate/contract/admin-endpoint';
import { Button } from '@quorate/ui/button';
import { Dialog, DialogActions } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { TextArea } from '@quorate/ui/text-area';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { useConfirmed } from '../../../lib/use-confirmed.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';

type Asked = Readonly<{ label: string; hint: string; min: number; max: number; value: string }>;

const REASON: Asked = {
  label: t`Reason`,
  hint: t`Kept in the audit log for good. Leave names and addresses of people out.`,
  min: REASON_MIN,
  max: REASON_MAX,
  value: '',
};

type ReasonedAct = Readonly<{
  title: string;
  /** What happens then, with figures; fields of the act, too. */
  words: ReactNode;
  /** On the button. */
  act: string;
  /** The sentence when it fails. */
  failure: string;
  /** Whether it takes something away. */
  danger?: boolean;
  /** What is typed, where it is not the reason that the audit log keeps. */
  asked?: Asked;
  /** Gives back the words that say what was done. */
  run: (typed: string) => Promise<string>;
}>;

/** One act at a time, and the words when it is done; every page of the back office is read again then. */
export function useReasonedAct() {
  const queryClient = useQueryClient();
  const [act, setAct] = useState<ReasonedAct | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const ask = (next: ReasonedAct) => {
    setDone(null);
    setAct(next);
  };
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['admin'] });
  const run = async (next: ReasonedAct, typed: string) => {
    const words = await next.run(typed).catch((error: unknown) => {
      // It may be done though its answer was lost, or somebody else may have done it.
      void readAgain();
      throw error;
    });
    await readAgain();
    setDone(words);
    setAct(null);
  };
  const notices = (
    <>
      <DoneNotice>{done}</DoneNotice>
      {act && <ActDialog act={act} run={(typed) => run(act, typed)} onClose={() => setAct(null)} />}
    </>
  );
  return { ask, notices };
}

const MAYBE_DONE = t`There was no proper answer. It may have been done all the same; sent again, it is done once.`;

/** Whether the act may have been done though its call failed: its answer was lost, or got stuck on the way. */
function isUnknown(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { status, code } = error;
  return status === null || status >= 500 || code === 'bad_reply';
}

type ActDialogProps = {
  act: ReasonedAct;
  run: (typed: string) => Promise<void>;
  onClose: () => void;
};

/** Asks before an operator changes something, and for the reason. */
function ActDialog({ act, run, onClose }: ActDialogProps) {
  const { label, hint, min, max, value } = act.asked ?? REASON;
  const [typed, setTyped] = useState(value);
  const [tried, setTried] = useState(false);
  const { busy, error, submit } = useConfirmed(() => run(typed.trim()));
  const tooShort = typed.trim().length < min;
  return (
    <Dialog title={act.title} onClose={onClose}>
      <form
        className="space-y-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (!tooShort) submit(undefined);
        }}
      >
        <FailureNotice title={isUnknown(error) ? MAYBE_DONE : act.failure} error={error} />
        <div className="space-y-3 text-small">{act.words}</div>
        <TextArea
          label={label}
          hint={hint}
          error={tried && tooShort ? t`Write at least ${min} characters.` : null}
          rows={3}
          maxLength={max}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant={act.danger ? 'danger' : 'primary'} busy={busy}>
            {act.act}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
