import {
  type FieldFault,
  type SignupForm as Form,
  signupFault,
  signupNotes,
} from '@quorate/contract/account';
import { Button } from '@quorate/ui/button';
import { Checkbox } from '@quorate/ui/checkbox';
import { Notice } from '@quorate/ui/notice';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { SITE } from '../../lib/site.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { signup } from './account.api.ts';
import { SignupFields, type SignupText } from './signup-fields.tsx';
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
