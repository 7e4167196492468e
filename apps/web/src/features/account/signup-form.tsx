import {
  type FieldFault,
  type SignupForm as Form,
  newPasswordHint,
  SIGNUP_PASSWORD_MIN,
  signupFault,
  signupNotes,
} from '@quorate/contract/account';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { SITE } from '../../lib/site.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { signup } from './account.api.ts';
import { useLeftFields } from './use-left-fields.ts';

const EMPTY: SignupText = { username: '', email: '', password: '', confirmPassword: '' };

/** @param onDone called with the address the verification mail goes to */
export function SignupForm({ onDone }: { onDone: (email: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(EMPTY);
  const [termsAccepted, setTermsAccepted] = useState(false);
  const [fault, setFault] = useState<FieldFault | null>(null);
  const { busy, error, submit, reset } = useSubmission(async (ready: Form) => {
    await signup(ready);
    onDone(ready.email.trim());
  });

  const message = fault
    ? fault.message
    : error
      ? errorText(error, 'Registration failed', 'Registration failed. Please try again.')
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
          <>
            I agree to the{' '}
            <Link to="/terms" className="font-medium text-brand underline underline-offset-4">
              Terms of Service
            </Link>{' '}
            and the{' '}
            <Link to="/privacy" className="font-medium text-brand underline underline-offset-4">
              Privacy Policy
            </Link>
          </>
        }
      />
      <Button type="submit" className="w-full" busy={busy} disabled={!termsAccepted}>
        Create Account
      </Button>
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
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('email')} label="Email" type="email" autoComplete="email" />
      <PasswordField
        {...field('password')}
        label="Password"
        autoComplete="new-password"
        hint={newPasswordHint(SIGNUP_PASSWORD_MIN)}
      />
      <PasswordField
        {...field('confirmPassword')}
        label="Confirm password"
        autoComplete="new-password"
      />
    </>
  );
}
