import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { errorReason } from '../../lib/error-text.ts';
import { useFieldNotes } from '../../lib/use-field-notes.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { forgotPassword } from './account.api.ts';

export function ForgotPasswordForm() {
  const [email, setEmail] = useState('');
  const { noteOf, listeners } = useFieldNotes();
  const [sent, setSent] = useState(false);
  const { busy, error, submit } = useSubmission(async () => {
    setSent(false);
    await forgotPassword(email.trim());
    setSent(true);
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <form {...listeners} onSubmit={onSubmit} className="space-y-5">
      {sent && (
        <Notice tone="success" live title="Password reset link sent to your email">
          If the address has an account, the mail is there within a few minutes. Look in the spam
          folder, too.
        </Notice>
      )}
      {error !== null && (
        <Notice tone="error" live title="Failed to send reset email">
          {errorReason(error)}
        </Notice>
      )}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={noteOf('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={busy} className="w-full">
        Send Reset Link
      </Button>
    </form>
  );
}
