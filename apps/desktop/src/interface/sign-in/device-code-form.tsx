import { Button } from '@quorate/ui/button';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signInWithCode } from '../../contract/sign-in.ts';
import { useAppState } from '../lib/app-state-context.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { servicePage } from '../lib/service-page.ts';
import { OutsideLink } from '../lib/text-link.tsx';
import { useAction } from '../lib/use-local.ts';
import { ServiceField, serviceOf } from './service-field.tsx';

type DeviceCodeFormProps = {
  service: string;
  onService: (service: string) => void;
  onSecondFactor: (challenge: string) => void;
  onPassword: () => void;
};

/** Signs in without a password: for accounts that sign in through another service. */
export function DeviceCodeForm(props: DeviceCodeFormProps) {
  const { service, onService, onSecondFactor, onPassword } = props;
  const { app } = useAppState();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, data, error } = useAction(signInWithCode);
  const busy = isPending || data?.kind === 'signed-in';
  useEffect(() => field.current?.focus(), []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    mutate(
      { body: { ...serviceOf(app.service_fixed, service), code: code.trim() } },
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
        label="Code from the dashboard"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={64}
        error={error?.fields.code ?? null}
        hint={
          <>
            Make one under{' '}
            <OutsideLink href={servicePage(app.service, '/dashboard/security')}>
              Security
            </OutsideLink>{' '}
            on the website. It works once, for a few minutes.
          </>
        }
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" busy={busy} className="w-full">
        Sign In
      </Button>
      <Button variant="quiet" size="small" className="w-full" onClick={onPassword}>
        Use the password
      </Button>
    </form>
  );
}
