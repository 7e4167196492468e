import { t } from '@lingui/core/macro';
import { forgotPassword, resendVerification } from '@quorate/contract/account';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { TextField } from '@quorate/ui/text-field';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../lib/api-client.ts';
import { errorReason } from '../../lib/error-text.ts';
import { useFieldNotes } from '../../lib/use-field-notes.ts';
import { useSubmission } from '../../lib/use-submission.ts';

type EmailFormProps = {
  /** On the button. */
  act: string;
  /** The sentence when it fails. */
  failure: string;
  /** @returns what the form says when it is done */
  send: (email: string) => Promise<ReactNode>;
};

/** Asks for a mail to an address. */
function EmailForm({ act, failure, send }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const { noteOf, listeners } = useFieldNotes();
  const [said, setSaid] = useState<ReactNode>(null);
  const { busy, error, onSubmit } = useSubmission(async () => {
    setSaid(null);
    setSaid(await send(email.trim()));
  });
  return (
    <form {...listeners} onSubmit={onSubmit} className="space-y-5">
      {said}
      {error !== null && (
        <Notice tone="error" live title={failure}>
          {errorReason(error)}
        </Notice>
      )}
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="email"
        required
        value={email}
        error={noteOf('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={busy} className="w-full">
        {act}
      </Button>
    </form>
  );
}

export function ForgotPasswordForm() {
  const send = async (email: string) => {
    await callApi(forgotPassword, { body: { email } });
    return (
      <Notice
        tone="success"
        live
        title={t`Password reset link sent to your email`}
      >{t`If the address has an account, the mail is there within a few minutes. Look in the spam folder, too.`}</Notice>
    );
  };
  return <EmailForm act={t`Send Reset Link`} failure={t`Failed to send reset email`} send={send} />;
}

export function ResendForm() {
  const send = async (email: string) => {
    const { message } = await callApi(resendVerification, { body: { email } });
    return (
      <Notice tone="success" live>
        {message}
      </Notice>
    );
  };
  return (
    <EmailForm
      act={t`Send Verification Email`}
      failure={t`Failed to send verification email`}
      send={send}
    />
  );
}
