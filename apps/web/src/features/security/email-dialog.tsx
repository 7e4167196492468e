import { changeEmail } from '@quorate/contract/security';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useRefreshSecurity } from './security.api.ts';

type EmailDialogProps = {
  userId: string;
  email: string;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** Asks for a link to a new address; the account keeps the old one until the link is opened. */
export function EmailDialog({ userId, email, onDone, onClose }: EmailDialogProps) {
  const refresh = useRefreshSecurity(userId);
  const [typed, setTyped] = useState('');
  const { busy, error, submit } = useConfirmed(async () => {
    const { message } = await callApi(changeEmail, { body: { email: typed.trim() } });
    await refresh();
    onDone(message);
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <Dialog title="Change email" onClose={onClose}>
      <form onSubmit={onSubmit} className="space-y-4">
        <FailureNotice title="Failed to change the email" error={error} />
        <p className="text-small text-muted">
          We mail a link to the new address. Until you open it, {email} stays the address of your
          account.
        </p>
        <TextField
          label="New email"
          name="email"
          type="email"
          autoComplete="email"
          required
          invalid={error instanceof ApiError && error.fields.email !== undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" busy={busy} className="w-full">
          Send the link
        </Button>
      </form>
    </Dialog>
  );
}
