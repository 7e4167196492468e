import { t } from '@lingui/core/macro';
import {
  type FieldFault,
  RESET_PASSWORD_MIN,
  resetFault,
  resetNotes,
  resetPassword,
} from '@quorate/contract/account';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { type FormEvent, useRef, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { errorReason } from '../../lib/error-text.ts';
import { newPasswordHint } from '../../lib/password-hint.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { useLeftFields } from './use-left-fields.ts';

type ResetPasswordFormProps = { token: string; onDone: () => void };

export function ResetPasswordForm({ token, onDone }: ResetPasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [fault, setFault] = useState<FieldFault | null>(null);
  const { busy, error, submit, reset } = useSubmission(async () => {
    await callApi(resetPassword, { body: { token, password } });
    onDone();
  });
  const refused = error instanceof ApiError ? error.fields : {};
  const left = useLeftFields(resetNotes({ password, confirmPassword }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = resetFault({ password, confirmPassword });
    setFault(found);
    left.leaveAll(['password', 'confirmPassword']);
    reset();
    if (!found) return submit(undefined);
    form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
  };
  return (
    <form ref={form} noValidate onSubmit={onSubmit} onBlur={left.onBlur} className="space-y-5">
      {fault !== null && (
        <Notice tone="error" live>
          {fault.message}
        </Notice>
      )}
      {error !== null && (
        <Notice tone="error" live title={t`Failed to reset password`}>
          {errorReason(error)}
        </Notice>
      )}
      <PasswordField
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        required
        error={left.noteOf('password') ?? refused.password ?? null}
        hint={newPasswordHint(RESET_PASSWORD_MIN)}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label={t`Confirm new password`}
        name="confirmPassword"
        autoComplete="new-password"
        required
        error={left.noteOf('confirmPassword')}
        value={confirmPassword}
        onChange={(event) => setConfirmPassword(event.target.value)}
      />
      <Button type="submit" busy={busy} className="w-full">{t`Reset Password`}</Button>
    </form>
  );
}
