import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { errorText } from '../../lib/error-text.ts';
import { signedUpName } from '../../lib/signed-up-name.ts';
import { useFieldNotes } from '../../lib/use-field-notes.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { OtherSignIns } from './other-sign-ins.tsx';
import { ResendOffer } from './resend-offer.tsx';
import { login } from './sign-in.api.ts';

type LoginFormProps = {
  /** Called when the password was right and a code is needed, too. */
  onCodeNeeded: (challenge: string) => void;
};

/** Signing in fills the session; the guard of this page then leads to the dashboard. */
export function LoginForm({ onCodeNeeded }: LoginFormProps) {
  const [identifier, setIdentifier] = useState(signedUpName);
  const passwordBox = useRef<HTMLInputElement>(null);
  // Whose name is there already goes on with the password.
  useEffect(() => {
    if (signedUpName() !== '') passwordBox.current?.focus();
  }, []);
  const { noteOf, listeners } = useFieldNotes();
  const [password, setPassword] = useState('');
  const { busy, error, submit } = useSubmission(async () => {
    const outcome = await login(identifier.trim(), password);
    if (outcome.step === 'code') onCodeNeeded(outcome.challenge);
  });
  const message = error
    ? errorText(error, 'Login failed', 'Login failed. Please try again.')
    : null;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };

  return (
    <>
      <form {...listeners} onSubmit={onSubmit} className="space-y-5">
        {message !== null && (
          <Notice tone="error" live>
            {message}
          </Notice>
        )}
        {message?.toLowerCase().includes('verify your email') && (
          <ResendOffer email={identifier.trim()} />
        )}
        <TextField
          label="Username or email"
          name="username_or_email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={identifier}
          error={noteOf('username_or_email')}
          onChange={(event) => setIdentifier(event.target.value)}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          ref={passwordBox}
          value={password}
          error={noteOf('password')}
          onChange={(event) => setPassword(event.target.value)}
          aside={
            <Link
              to="/forgot-password"
              className="text-tiny font-medium text-brand underline-offset-4 hover:underline"
            >
              Forgot password?
            </Link>
          }
        />
        <Checkbox label="Remember me" name="remember" />
        <Button type="submit" busy={busy} className="w-full">
          Sign In
        </Button>
      </form>
      <OtherSignIns />
    </>
  );
}
