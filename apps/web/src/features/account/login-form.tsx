import { t } from '@lingui/core/macro';
import { resendVerification } from '@quorate/contract/account';
import { PROVIDERS, type Provider } from '@quorate/contract/providers';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { formatList } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { configuredProviders, PROVIDER_NAMES } from '../../lib/configured-providers.ts';
import { errorReason, errorText } from '../../lib/error-text.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { goToProvider } from '../../lib/provider-sign-in.ts';
import { signedUpName } from '../../lib/signed-up-name.ts';
import { useFieldNotes } from '../../lib/use-field-notes.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { login, loginWithPasskey } from './sign-in.api.ts';

type LoginFormProps = {
  /** Called when the password was right and a code is needed, too. */
  onCodeNeeded: (challenge: string) => void;
};

/** By the code, and by the words of a service that sends none. */
function isUnverified(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'email_not_verified' || /verify your email/i.test(error.message);
}

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
  const { busy, error, onSubmit } = useSubmission(async () => {
    const outcome = await login(identifier.trim(), password);
    if (outcome.step === 'code') onCodeNeeded(outcome.challenge);
  });
  const message = error
    ? errorText(error, t`Login failed`, t`Login failed. Please try again.`)
    : null;

  return (
    <>
      <form {...listeners} onSubmit={onSubmit} className="space-y-5">
        {message !== null && (
          <Notice tone="error" live>
            {message}
          </Notice>
        )}
        {isUnverified(error) && <ResendOffer email={identifier.trim()} />}
        <TextField
          label={t`Username or email`}
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
          label={t`Password`}
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
            >{t`Forgot password?`}</Link>
          }
        />
        <Checkbox label={t`Remember me`} name="remember" />
        <Button type="submit" busy={busy} className="w-full">{t`Sign In`}</Button>
      </form>
      <OtherSignIns />
    </>
  );
}

/** Offered when sign-in asks for a verified address. */
function ResendOffer({ email }: { email: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission(async () => {
    const { message } = await callApi(resendVerification, { body: { email } });
    setSaid(message);
  });
  return (
    <div className="space-y-3">
      {said !== null && (
        <Notice tone="success" live>
          {said}
        </Notice>
      )}
      {error !== null && (
        <Notice tone="error" live title={t`Failed to resend verification email`}>
          {errorReason(error)}
        </Notice>
      )}
      {said === null && (
        <Button
          variant="secondary"
          className="w-full"
          busy={busy}
          disabled={email === ''}
          onClick={() => submit(undefined)}
        >{t`Resend Verification Email`}</Button>
      )}
    </div>
  );
}

/** Ways in beside the password. A provider that the operator has not set up does nothing, and says so. */
function OtherSignIns() {
  const why = useId();
  const configured = configuredProviders();
  const passkey = useSubmission(loginWithPasskey);
  const provider = useSubmission((name: Provider) => goToProvider(name));
  const missing = PROVIDERS.filter((name) => !configured.includes(name));
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-5">
      <FailureNotice title={t`Login failed`} error={passkey.error ?? provider.error} />
      {canUsePasskeys() && (
        <Button
          variant="secondary"
          className="w-full"
          busy={passkey.busy}
          onClick={() => passkey.submit(undefined)}
        >{t`Sign in with a passkey`}</Button>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-3">
        {PROVIDERS.map((name) =>
          configured.includes(name) ? (
            <Button
              key={name}
              variant="secondary"
              disabled={provider.busy}
              onClick={() => provider.submit(name)}
            >
              {PROVIDER_NAMES[name]}
            </Button>
          ) : (
            <Button key={name} variant="secondary" disabled aria-describedby={why}>
              {PROVIDER_NAMES[name]}
            </Button>
          ),
        )}
      </div>
      {missing.length > 0 && (
        <p id={why} className="text-center text-tiny text-muted">{t`Signing in with ${formatList(
          missing.map((name) => PROVIDER_NAMES[name]),
          'disjunction',
        )} is not available yet.`}</p>
      )}
    </div>
  );
}
