import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useState } from 'react';
import { errorReason } from '../../lib/error-text.ts';
import { useFieldNotes } from '../../lib/use-field-notes.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { resendVerification } from './account.api.ts';

export function ResendForm() {
  const [email, setEmail] = useState('');
  const { noteOf, listeners } = useFieldNotes();
  const [said, setSaid] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission(async () => {
    setSaid(null);
    setSaid(await resendVerification(email.trim()));
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit(undefined);
  };
  return (
    <form {...listeners} onSubmit={onSubmit} className="space-y-5">
      {said !== null && (
        <Notice tone="success" live>
          {said}
        </Notice>
      )}
      {error !== null && (
        <Notice tone="error" live title="Failed to send verification email">
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
        Send Verification Email
      </Button>
    </form>
  );
}
