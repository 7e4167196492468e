import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { deleteAccount } from './my-data.api.ts';

type DeleteDialogProps = {
  username: string;
  onDeleted: () => Promise<void>;
  onClose: () => void;
};

/** What goes, and the name typed, so that nobody does it by a slip. */
export function DeleteDialog({ username, onDeleted, onClose }: DeleteDialogProps) {
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
    <Dialog title="Delete the account?" onClose={onClose}>
      <form onSubmit={onSubmit} className="space-y-4 text-small">
        <FailureNotice title="Failed to delete the account" error={error} />
        <p>This cannot be taken back. At once and for good go:</p>
        <ul className="list-disc space-y-1 pl-5 text-muted">
          <li>your username, your email address and every way to sign in;</li>
          <li>your trades, their statistics and the decisions behind them;</li>
          <li>your plan, your usage and your reviews; a subscription ends, unrefunded;</li>
          <li>every browser, bot and app that is signed in.</li>
        </ul>
        <p className="text-muted">
          Bots stop; positions that are open stay open in your terminal with their stop loss. What
          you paid stays in the books, ours and the payment provider’s, as long as the law asks for.
        </p>
        <TextField
          label={
            <>
              Type <strong className="wrap-anywhere">{username}</strong> to go on
            </>
          }
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Keep the account
          </Button>
          <Button
            type="submit"
            variant="danger"
            busy={busy}
            disabled={typed.trim().toLowerCase() !== username.toLowerCase()}
          >
            Delete account
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
