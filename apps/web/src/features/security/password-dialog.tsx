import {
  type FieldFault,
  newPasswordHint,
  passwordFault,
  SIGNUP_PASSWORD_MIN,
} from '@quorate/contract/account';
import { changePassword } from '@quorate/contract/security';
import { Button } from '@quorate/ui/button';
import { Dialog } from '@quorate/ui/dialog';
import { countOf } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { type FormEvent, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useRefreshSecurity } from './security.api.ts';

type PasswordDialogProps = {
  userId: string;
  /** For the browser's password store. */
  username: string;
  hasPassword: boolean;
  onDone: (words: string) => void;
  onClose: () => void;
};

/** A new password, or the first one of an account that has none. */
export function PasswordDialog(props: PasswordDialogProps) {
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
      `The password is ${hasPassword ? 'changed' : 'set'}. ${
        ended === 0
          ? 'Nobody else was signed in.'
          : `${countOf(ended, 'other session or device', 'other sessions and devices')} signed out.`
      }`,
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
    <Dialog title={hasPassword ? 'Change password' : 'Set a password'} onClose={onClose}>
      <form ref={form} noValidate onSubmit={onSubmit} className="space-y-4">
        {fault && (
          <Notice tone="error" live>
            {fault.message}
          </Notice>
        )}
        <FailureNotice title="Failed to change the password" error={error} />
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
            label="Current password"
            autoComplete="current-password"
          />
        )}
        <PasswordField
          {...field('password')}
          label="New password"
          autoComplete="new-password"
          error={error instanceof ApiError ? (error.fields.password ?? null) : null}
          hint={newPasswordHint(SIGNUP_PASSWORD_MIN)}
        />
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm new password"
          autoComplete="new-password"
        />
        <p className="text-small text-muted">
          Every other browser, bot and app is signed out. A bot that trades signs in again with the
          new password or with a one-time code.
        </p>
        <Button type="submit" busy={busy} className="w-full">
          {hasPassword ? 'Change password' : 'Set password'}
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
    return { field: 'current', message: 'Enter your current password' };
  }
  if (text.password !== text.confirmPassword) {
    return { field: 'confirmPassword', message: 'Passwords do not match' };
  }
  return passwordFault(text.password);
}
