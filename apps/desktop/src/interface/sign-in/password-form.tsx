import { Button } from '@quorate/ui/button';
import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signIn } from '../../contract/sign-in.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { servicePage } from '../lib/service-page.ts';
import { OutsideLink } from '../lib/text-link.tsx';
import { useAction } from '../lib/use-local.ts';
import { ServiceField, serviceOf } from './service-field.tsx';

type PasswordFormProps = {
  service: string;
  onService: (service: string) => void;
  onSecondFactor: (challenge: string) => void;
  onCode: () => void;
};

/** Signs this computer in with the password; the stream of the state then leads on. */
export function PasswordForm({ service, onService, onSecondFactor, onCode }: PasswordFormProps) {
  const { app } = useAppState();
  const [identifier, setIdentifier] = useState('');
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { mutate, isPending, data, error } = useAction(signIn);
  useEffect(() => {
    if (error === null) return;
    secret.current?.focus();
    secret.current?.select();
  }, [error]);
  const busy = isPending || data?.kind === 'signed-in';

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    mutate(
      {
        body: {
          ...serviceOf(app.service_fixed, service),
          username_or_email: identifier.trim(),
          password,
        },
      },
      {
        onSuccess: (outcome) => {
          if (outcome.kind === 'second-factor') onSecondFactor(outcome.challenge);
        },
      },
    );
  };
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <FailureNotice title="You are not signed in" error={error} />
      <ServiceField value={service} onChange={onService} />
      <TextField
        ref={field}
        label="Username or email"
        name="username_or_email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={254}
        error={error?.fields.username_or_email ?? null}
        value={identifier}
        onChange={(event) => setIdentifier(event.target.value)}
      />
      <PasswordField
        ref={secret}
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        maxLength={512}
        error={error?.fields.password ?? null}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        aside={
          <OutsideLink href={servicePage(app.service, '/forgot-password')} className="text-tiny">
            Forgot password?
          </OutsideLink>
        }
      />
      <Button type="submit" busy={busy} className="w-full">
        Sign In
      </Button>
      <Button variant="quiet" size="small" className="w-full" onClick={onCode}>
        I have a code from the dashboard
      </Button>
    </form>
  );
}
