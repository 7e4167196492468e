import { type AccountSecurity, cancelEmailChange } from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { EmailDialog } from './email-dialog.tsx';
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
