import { Button } from '@quorate/ui/button';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signInSecondFactor } from '../../contract/sign-in.ts';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { useAction } from '../lib/use-local.ts';

type SecondFactorFormProps = {
  challenge: string;
  /** The service asked for one more code. */
  onChallenge: (challenge: string) => void;
  onStartAgain: () => void;
};

/** The second step: a code of the authenticator app, or one of the recovery codes. */
export function SecondFactorForm({ challenge, onChallenge, onStartAgain }: SecondFactorFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, data, error } = useAction(signInSecondFactor);
  const busy = isPending || data?.kind === 'signed-in';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused code is typed anew.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [error]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    mutate(
      { body: { challenge, code: code.trim() } },
      {
        onSuccess: (outcome) => {
          if (outcome.kind === 'second-factor') onChallenge(outcome.challenge);
        },
      },
    );
  };
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <FailureNotice title="You are not signed in" error={error} />
      <TextField
        ref={field}
        label="Code"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={64}
        error={error?.fields.code ?? null}
        hint="The 6 digits that your authenticator app shows now, or a recovery code."
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" busy={busy} className="w-full">
        Sign In
      </Button>
      <Button variant="quiet" size="small" className="w-full" onClick={onStartAgain}>
        Start again
      </Button>
    </form>
  );
}
