import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type FieldFault, passwordFault, SIGNUP_PASSWORD_MIN } from '@quorate/contract/account';
import {
  type AccountSecurity,
  cancelEmailChange,
  changeEmail,
  changePassword,
} from '@quorate/contract/security';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { SettingList, SettingRow } from '@quorate/ui/setting-row';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { newPasswordHint } from '../../lib/password-hint.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
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
    setDone(t`The address stays ${email}. The link mailed to ${pending ?? ''} no longer works.`);
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
        title={t`Failed to cancel the change of address`}
        error={cancel.error}
        className="mb-4"
      />
      <SettingList>
        <SettingRow title={t`Username`}>{account.username}</SettingRow>
        <SettingRow
          title={t`Password`}
          action={
            <Button variant="secondary" size="small" onClick={() => show('password')}>
              {hasPassword ? t`Change password` : t`Set a password`}
            </Button>
          }
        >
          {hasPassword
            ? t`Set. A change signs out every other browser, bot and app.`
            : t`None: you sign in with a provider or a passkey.`}
        </SettingRow>
        <SettingRow
          title={t`Email`}
          action={
            <Button
              variant="secondary"
              size="small"
              onClick={() => show('email')}
            >{t`Change email`}</Button>
          }
        >
          {email}
        </SettingRow>
        {pending !== null && (
          <SettingRow
            title={
              <Trans>
                New email <Badge tone="warn">{t`Waits for its link`}</Badge>
              </Trans>
            }
            action={
              <Button
                variant="secondary"
                size="small"
                busy={cancel.busy}
                onClick={() => cancel.submit(undefined)}
              >{t`Keep the old one`}</Button>
            }
          >{t`${pending}: open the link we mailed there. Until then ${email} stays.`}</SettingRow>
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
  const { busy, error, onSubmit } = useConfirmed(async () => {
    const { message } = await callApi(changeEmail, { body: { email: typed.trim() } });
    await refresh();
    onDone(message);
  });
  return (
    <Dialog title={t`Change email`} onClose={onClose}>
      <form onSubmit={onSubmit} className="space-y-4">
        <FailureNotice title={t`Failed to change the email`} error={error} />
        <p className="text-small text-muted">{t`We mail a link to the new address. Until you open it, ${email} stays the address of your account.`}</p>
        <TextField
          label={t`New email`}
          name="email"
          type="email"
          autoComplete="email"
          required
          invalid={error instanceof ApiError && error.fields.email !== undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" busy={busy} className="w-full">{t`Send the link`}</Button>
      </form>
    </Dialog>
  );
}

type PasswordDialogProps = {
  userId: string;
  /** For the browser's password store. */
  username: string;
  hasPassword: boolean;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** A new password, or the first one of an account that has none. */
function PasswordDialog(props: PasswordDialogProps) {
  const { userId, username, hasPassword, onDone, onClose } = props;
  const refresh = useRefreshSecurity(userId);
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState({ current: '', password: '', confirmPassword: '' });
  const [fault, setFault] = useState<FieldFault | null>(null);
  const { busy, error, submit, reset } = useConfirmed(async () => {
    const reply = await callApi(changePassword, {
      body: {
        password: text.password,
        ...(hasPassword ? { current_password: text.current } : {}),
      },
    });
    await refresh();
    const ended = reply.sessions_ended;
    onDone(
      [
        hasPassword ? t`The password is changed.` : t`The password is set.`,
        ended === 0
          ? t`Nobody else was signed in.`
          : plural(ended, {
              one: '# other session or device signed out.',
              other: '# other sessions and devices signed out.',
            }),
      ].join(' '),
    );
  });
  const wrong = error instanceof ApiError && error.code === 'wrong_password';

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = faultOf(text, hasPassword);
    setFault(found);
    reset();
    if (!found) return submit(undefined);
    form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
  };
  const field = (name: keyof typeof text) => ({
    name,
    required: true,
    invalid: fault?.field === name || (name === 'current' && wrong),
    value: text[name],
    onChange: (event: { target: { value: string } }) =>
      setText({ ...text, [name]: event.target.value }),
  });

  return (
    <Dialog title={hasPassword ? t`Change password` : t`Set a password`} onClose={onClose}>
      <form ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
        {fault && (
          <Notice tone="error" live>
            {fault.message}
          </Notice>
        )}
        <FailureNotice title={t`Failed to change the password`} error={error} />
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          hidden
        />
        {hasPassword && (
          <PasswordField
            {...field('current')}
            label={t`Current password`}
            autoComplete="current-password"
          />
        )}
        <PasswordField
          {...field('password')}
          label={t`New password`}
          autoComplete="new-password"
          error={error instanceof ApiError ? (error.fields.password ?? null) : null}
          hint={newPasswordHint(SIGNUP_PASSWORD_MIN)}
        />
        <PasswordField
          {...field('confirmPassword')}
          label={t`Confirm new password`}
          autoComplete="new-password"
        />
        <p className="text-small text-muted">{t`Every other browser, bot and app is signed out. A bot that trades signs in again with the new password or with a one-time code.`}</p>
        <Button type="submit" busy={busy} className="w-full">
          {hasPassword ? t`Change password` : t`Set password`}
        </Button>
      </form>
    </Dialog>
  );
}

function faultOf(
  text: { current: string; password: string; confirmPassword: string },
  hasPassword: boolean,
): FieldFault | null {
  if (hasPassword && text.current === '') {
    return { field: 'current', message: t`Enter your current password` };
  }
  if (text.password !== text.confirmPassword) {
    return { field: 'confirmPassword', message: t`Passwords do not match` };
  }
  return passwordFault(text.password);
}
