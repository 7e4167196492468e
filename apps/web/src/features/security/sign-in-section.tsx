import { type AccountSecurity, cancelEmailChange, changeEmail } from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useRefreshSecurity } from './security.api.ts';

type SignInSectionProps = { userId: string; account: AccountSecurity };

/** Password and e-mail address. */
export function SignInSection({ userId, account }: SignInSectionProps) {
  const refresh = useRefreshSecurity(userId);
  const [open, setOpen] = useState<'password' | 'email' | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const { has_password: hasPassword, email, pending_email: pending } = account;
  const cancel = useSubmission(async () => {
    await callApi(cancelEmailChange, {});
    await refresh();
    setDone(`The address stays ${email}. The link mailed to ${pending} no longer works.`);
  });
  const show = (dialog: 'password' | 'email') => {
    setDone(null);
    setOpen(dialog);
  };
  const finish = (words: string) => {
    setOpen(null);
    setDone(words);
  };
  return (
    <>
      <DoneNotice>{done}</DoneNotice>
      <FailureNotice
        title="Failed to cancel the change of address"
        error={cancel.error}
        className="mb-4"
      />
      <SettingList>
        <SettingRow title="Username">{account.username}</SettingRow>
        <SettingRow
          title="Password"
          action={
            <Button variant="secondary" size="small" onClick={() => show('password')}>
              {hasPassword ? 'Change password' : 'Set a password'}
            </Button>
          }
        >
          {hasPassword
            ? 'Set. A change signs out every other browser, bot and app.'
            : 'None: you sign in with a provider or a passkey.'}
        </SettingRow>
        <SettingRow
          title="Email"
          action={
            <Button variant="secondary" size="small" onClick={() => show('email')}>
              Change email
            </Button>
          }
        >
          {email}
        </SettingRow>
        {pending !== null && (
          <SettingRow
            title={
              <>
                New email <Badge tone="warn">Waits for its link</Badge>
              </>
            }
            action={
              <Button
                variant="secondary"
                size="small"
                busy={cancel.busy}
                onClick={() => cancel.submit(undefined)}
              >
                Keep the old one
              </Button>
            }
          >
            {pending}: open the link we mailed there. Until then {email} stays.
          </SettingRow>
        )}
      </SettingList>
      {open === 'password' && (
        <PasswordDialog
          userId={userId}
          username={account.username}
          hasPassword={hasPassword}
          onDone={finish}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'email' && (
        <EmailDialog userId={userId} email={email} onDone={finish} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

type EmailDialogProps = {
  userId: string;
  email: string;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** Asks for a link to a new address; the account keeps the old one until the link is opened. */
function EmailDialog({ userId, email, onDone, onClose }: EmailDialogProps) {
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
