import { t } from '@lingui/core/macro';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { TextField } from '@quorate/ui/text-field';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { type Accept, loginWithCode } from './sign-in.api.ts';

type CodeFormProps = {
  challenge: string;
  /** Back to the first step, the only way on when the challenge is over. */
  onStartAgain: () => void;
  /** Told who was signed in, before it is stored; may throw to leave things as they are. */
  accept?: Accept;
  onSignedIn?: () => void;
};

/** The second step of a sign-in: a code of the app, or one of the recovery codes. */
export function CodeForm(props: CodeFormProps) {
  const { challenge, onStartAgain, accept, onSignedIn } = props;
  const field = useRef<HTMLInputElement>(null);
  const [recovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const { busy, error, onSubmit, reset } = useSubmission(async () => {
    await loginWithCode(challenge, code, accept);
    onSignedIn?.();
  });
  const refused = error instanceof ApiError ? error.code : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another kind of code, or a refused one, is typed again.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [recovery, error]);

  if (refused === 'challenge_over') {
    return (
      <div className="space-y-5">
        <Notice tone="error" live>
          {errorText(error, t`This sign-in took too long. Please start again.`)}
        </Notice>
        <Button className="w-full" onClick={onStartAgain}>{t`Start again`}</Button>
      </div>
    );
  }

  const change = () => {
    setRecovery(!recovery);
    setCode('');
    reset();
  };
  return (
    <form onSubmit={onSubmit} className="space-y-5">
      {error !== null && (
        <Notice tone="error" live>
          {errorText(error, t`Login failed`, t`Login failed. Please try again.`)}
        </Notice>
      )}
      {recovery ? (
        <TextField
          key="recovery"
          ref={field}
          label={t`Recovery code`}
          name="recovery_code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          invalid={refused === 'wrong_code'}
          hint={t`One of the codes you kept. Each works once.`}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : (
        <TextField
          key="code"
          ref={field}
          label={t`Code`}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          invalid={refused === 'wrong_code'}
          hint={t`The 6 digits that your authenticator app shows now.`}
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button type="submit" busy={busy} className="w-full">{t`Sign In`}</Button>
      <div className="flex flex-wrap justify-between gap-x-4">
        <Button variant="quiet" size="small" className="-ms-3" onClick={change}>
          {recovery ? t`Use the authenticator app` : t`Use a recovery code`}
        </Button>
        <Button
          variant="quiet"
          size="small"
          className="-me-3"
          onClick={onStartAgain}
        >{t`Start again`}</Button>
      </div>
    </form>
  );
}
