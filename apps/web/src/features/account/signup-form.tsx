import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  type FieldFault,
  type SignupForm as Form,
  SIGNUP_PASSWORD_MIN,
  signup,
  signupFault,
  signupNotes,
} from '@quorate/contract/account';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { chosenPlan } from '../../lib/chosen-plan.ts';
import { errorText } from '../../lib/error-text.ts';
import { newPasswordHint } from '../../lib/password-hint.ts';
import { keepSignedUpName } from '../../lib/signed-up-name.ts';
import { SITE } from '../../lib/site.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { AccountFrame } from './account-frame.tsx';
import { useLeftFields } from './use-left-fields.ts';

const EMPTY: SignupText = { username: '', email: '', password: '', confirmPassword: '' };

/** @param onDone called with the address the verification mail goes to */
export function SignupForm({ onDone }: { onDone: (email: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(EMPTY);
  const [termsAccepted, setTermsAccepted] = useState(false);
  const [fault, setFault] = useState<FieldFault | null>(null);
  const { busy, error, submit, reset } = useSubmission(async (ready: Form) => {
    const { password } = ready;
    const username = ready.username.trim();
    const email = ready.email.trim();
    const chosen = chosenPlan();
    await callApi(signup, { body: { username, email, password, ...(chosen && { chosen }) } });
    keepSignedUpName(username);
    onDone(email);
  });

  const message = fault
    ? fault.message
    : error
      ? errorText(error, t`Registration failed`, t`Registration failed. Please try again.`)
      : null;
  const refused = error instanceof ApiError ? error.fields : {};
  const left = useLeftFields(signupNotes(text, SITE.name));

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const ready = { ...text, termsAccepted };
    const found = signupFault(ready, SITE.name);
    setFault(found);
    left.leaveAll(Object.keys(text));
    reset();
    if (!found) return submit(ready);
    form.current?.querySelector<HTMLInputElement>(`[name="${found.field}"]`)?.focus();
  };

  return (
    <form ref={form} noValidate onSubmit={onSubmit} onBlur={left.onBlur} className="space-y-5">
      {message !== null && (
        <Notice tone="error" live>
          {message}
        </Notice>
      )}
      <SignupFields
        text={text}
        noteOf={(name) => left.noteOf(name) ?? refused[name] ?? null}
        onChange={(name, value) => setText({ ...text, [name]: value })}
      />
      <Checkbox
        name="terms"
        checked={termsAccepted}
        onChange={(event) => setTermsAccepted(event.target.checked)}
        label={
          <Trans>
            I agree to the{' '}
            <Link
              to="/terms"
              className="font-medium text-brand underline underline-offset-4"
            >{t`Terms of Service`}</Link>{' '}
            and the{' '}
            <Link
              to="/privacy"
              className="font-medium text-brand underline underline-offset-4"
            >{t`Privacy Policy`}</Link>
          </Trans>
        }
      />
      <Button
        type="submit"
        className="w-full"
        busy={busy}
        disabled={!termsAccepted}
      >{t`Create Account`}</Button>
    </form>
  );
}

type SignupText = {
  username: string;
  email: string;
  password: string;
  confirmPassword: string;
};

type SignupFieldsProps = {
  text: SignupText;
  /** What is wrong with a field, to stand beside it. */
  noteOf: (name: keyof SignupText) => string | null;
  onChange: (name: keyof SignupText, value: string) => void;
};

function SignupFields({ text, noteOf, onChange }: SignupFieldsProps) {
  const field = (name: keyof SignupText) => ({
    name,
    value: text[name],
    error: noteOf(name),
    required: true,
    onChange: (event: { target: { value: string } }) => onChange(name, event.target.value),
  });
  return (
    <>
      <TextField
        {...field('username')}
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('email')} label={t`Email`} type="email" autoComplete="email" />
      <PasswordField
        {...field('password')}
        label={t`Password`}
        autoComplete="new-password"
        hint={newPasswordHint(SIGNUP_PASSWORD_MIN)}
      />
      <PasswordField
        {...field('confirmPassword')}
        label={t`Confirm password`}
        autoComplete="new-password"
      />
    </>
  );
}

const REDIRECT_MS = 3_000;

/** Says where the verification mail went, and goes on to sign-in by itself. */
export function SignupSuccess({ email }: { email: string }) {
  const navigate = useNavigate();
  useDelayed(true, REDIRECT_MS, () => void navigate('/login'));
  return (
    <AccountFrame title={t`Registration Successful!`} focused>
      <div role="status" className="text-center">
        <p>
          <Trans>
            We sent a verification link to{' '}
            <strong className="font-medium break-all">{email}</strong>. Open it to activate your
            account.
          </Trans>
        </p>
        <p className="mt-2 text-small text-muted">{t`You are taken to the sign-in page in a few seconds.`}</p>
        <LinkButton to="/login" className="mt-6">{t`Go to Sign In`}</LinkButton>
      </div>
    </AccountFrame>
  );
}
