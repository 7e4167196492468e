import { Button } from '@quorate/ui/button';
import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { confirmWithPassword } from './confirm.api.ts';

type ConfirmFormProps = {
  /** Whether an authenticator app is on, so that the password alone is not enough. */
  withCode: boolean;
  onConfirmed: () => void;
};

export function ConfirmForm({ withCode, onConfirmed }: ConfirmFormProps) {
  const first = useRef<HTMLInputElement>(null);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  // The app may have been turned on elsewhere since this page asked.
  const [codeAsked, setCodeAsked] = useState(withCode);
  const { busy, error, submit } = useSubmission(async () => {
    try {
      await confirmWithPassword(password, codeAsked ? code : '');
    } catch (refused) {
      if (refused instanceof ApiError && refused.code === 'code_needed') setCodeAsked(true);
      throw refused;
    }
    onConfirmed();
  });
  useEffect(() => first.current?.focus(), []);
  const refused = error instanceof ApiError ? error.code : null;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <FailureNotice title="Not confirmed" error={error} />
      <PasswordField
        ref={first}
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        invalid={refused === 'wrong_password'}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {codeAsked && (
        <TextField
          label="Code of your authenticator app"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          invalid={refused === 'wrong_code'}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button type="submit" busy={busy} className="w-full">
        Confirm
      </Button>
    </form>
  );
}
