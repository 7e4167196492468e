import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { Card } from '@quorate/ui/card';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { Notice } from '@quorate/ui/notice';
import { PasswordField } from '@quorate/ui/password-field';
import { TextField } from '@quorate/ui/text-field';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { LocalInput } from '../../contract/local-endpoint.ts';
import { signIn, signInSecondFactor, signInWithCode } from '../../contract/sign-in.ts';
import { SystemLimits } from '../home/system-limits.tsx';
import { useAppState } from '../lib/contexts.tsx';
import { FailureNotice } from '../lib/failure-notice.tsx';
import { OutsideLink, servicePage, TextLink } from '../lib/links.tsx';
import { useAction } from '../lib/local-client.ts';

type SignInScreenProps = {
  /** Where there is something to see without an account. */
  onStaySignedOut?: () => void;
};

type Step = { kind: 'password' } | { kind: 'code' } | { kind: 'second-factor'; challenge: string };

/** The first screen of whoever is not signed in. */
export function SignInScreen({ onStaySignedOut }: SignInScreenProps) {
  const { app, configurations, signed_out_because: because } = useAppState();
  const [step, setStep] = useState<Step>({ kind: 'password' });
  const [service, setService] = useState(app.service);
  const isFirstRun = configurations.length === 0;
  return (
    <main className="mx-auto grid w-full max-w-[60rem] items-start gap-x-14 gap-y-6 px-4 py-8 md:grid-cols-[minmax(0,1fr)_24rem] md:grid-rows-[auto_1fr] md:pt-20">
      <div className="md:pt-6">
        <ConvergingLines className="size-9 text-brand" />
        <h1 className="mt-4 font-serif text-title font-medium">{t`Sign in to ${app.brand}`}</h1>
        <p className="mt-3 max-w-[26rem] text-small text-muted">
          {isFirstRun
            ? t`Use the same account as on the website. No real money is touched unless you decide so later.`
            : t`Use the same account as on the website. Your configurations are still on this computer.`}
        </p>
      </div>
      <div className="md:col-start-2 md:row-span-2 md:row-start-1">
        <Card className="p-5 xs:p-6">
          {because !== null && step.kind !== 'second-factor' && (
            <Notice tone="warning" className="mb-5" title={t`You were signed out`}>
              {because}
            </Notice>
          )}
          {step.kind === 'password' && (
            <PasswordForm
              service={service}
              onService={setService}
              onSecondFactor={(challenge) => setStep({ kind: 'second-factor', challenge })}
              onOther={() => setStep({ kind: 'code' })}
            />
          )}
          {step.kind === 'code' && (
            <DeviceCodeForm
              service={service}
              onService={setService}
              onSecondFactor={(challenge) => setStep({ kind: 'second-factor', challenge })}
              onOther={() => setStep({ kind: 'password' })}
            />
          )}
          {step.kind === 'second-factor' && (
            <SecondFactorForm
              challenge={step.challenge}
              onChallenge={(challenge) => setStep({ kind: 'second-factor', challenge })}
              onStartAgain={() => setStep({ kind: 'password' })}
            />
          )}
        </Card>
        <div className="mt-4 flex flex-wrap justify-between gap-x-5 gap-y-1 text-tiny text-muted">
          <span>
            <Trans>
              No account yet?{' '}
              <OutsideLink href={servicePage(app.service, '/signup')}>{t`Sign up`}</OutsideLink>
            </Trans>
          </span>
          <TextLink to="/settings">{t`App settings`}</TextLink>
        </div>
        {onStaySignedOut && (
          <Button
            variant="quiet"
            size="small"
            className="mt-3 -ms-3"
            onClick={onStaySignedOut}
          >{t`See your configurations without signing in`}</Button>
        )}
      </div>
      <div className="grid max-w-[26rem] gap-6">
        {isFirstRun && <FirstSteps />}
        <SystemLimits />
      </div>
    </main>
  );
}

const STEPS = [
  { name: t`Sign in`, what: t`Once on this computer.` },
  { name: t`Start paper trading`, what: t`One click, practice money, nothing else to install.` },
  { name: t`Add a demo account`, what: t`Through your own MetaTrader 5.` },
  { name: t`Real money`, what: t`Last, and only if you decide so.` },
] as const;

/** What happens next, for whoever is here for the first time. */
function FirstSteps() {
  return (
    <ol aria-label={t`What happens next`}>
      {STEPS.map(({ name, what }, index) => (
        <li key={name} className="flex gap-4 border-b border-line py-2 text-small last:border-b-0">
          <span className="figures w-4 shrink-0 text-muted">{index + 1}</span>
          <span>
            <b className="font-medium">{name}</b>
            <span className="block text-tiny text-muted">{what}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

type SignInCall = typeof signIn | typeof signInSecondFactor | typeof signInWithCode;

/** One way to sign in; the stream of the state leads on once it is done. */
function useSignIn<E extends SignInCall>(call: E, onSecondFactor: (challenge: string) => void) {
  const { mutate, isPending, data, error } = useAction<SignInCall>(call);
  return {
    busy: isPending || data?.kind === 'signed-in',
    error,
    send: (input: LocalInput<E>) =>
      mutate(input as LocalInput<SignInCall>, {
        onSuccess: (outcome) => {
          if (outcome.kind === 'second-factor') onSecondFactor(outcome.challenge);
        },
      }),
  };
}

type StepFormProps = Pick<ReturnType<typeof useSignIn>, 'busy' | 'error'> & {
  onSend: () => void;
  /** Another way. */
  other: string;
  onOther: () => void;
  children: ReactNode;
};

function StepForm({ busy, error, onSend, other, onOther, children }: StepFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSend();
  };
  return (
    <form onSubmit={onSubmit} className="space-y-4">
      <FailureNotice title={t`You are not signed in`} error={error} />
      {children}
      <Button type="submit" busy={busy} className="w-full">{t`Sign In`}</Button>
      <Button variant="quiet" size="small" className="w-full" onClick={onOther}>
        {other}
      </Button>
    </form>
  );
}

type SecondFactorFormProps = {
  challenge: string;
  /** The service asked for one more code. */
  onChallenge: (challenge: string) => void;
  onStartAgain: () => void;
};

/** The second step: a code of the authenticator app, or one of the recovery codes. */
function SecondFactorForm({ challenge, onChallenge, onStartAgain }: SecondFactorFormProps) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { send, busy, error } = useSignIn(signInSecondFactor, onChallenge);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refused code is typed again.
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [error]);
  return (
    <StepForm
      busy={busy}
      error={error}
      onSend={() => send({ body: { challenge, code: code.trim() } })}
      other={t`Start again`}
      onOther={onStartAgain}
    >
      <TextField
        ref={field}
        label={t`Code`}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={64}
        error={error?.fields.code ?? null}
        hint={t`The 6 digits that your authenticator app shows now, or a recovery code.`}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </StepForm>
  );
}

type FirstStepProps = {
  service: string;
  onService: (service: string) => void;
  onSecondFactor: (challenge: string) => void;
  onOther: () => void;
};

/** Signs in without a password: for accounts that sign in through another service. */
function DeviceCodeForm({ service, onService, onSecondFactor, onOther }: FirstStepProps) {
  const { app } = useAppState();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { send, busy, error } = useSignIn(signInWithCode, onSecondFactor);
  useEffect(() => field.current?.focus(), []);
  return (
    <StepForm
      busy={busy}
      error={error}
      onSend={() => send({ body: { ...serviceOf(app.service_fixed, service), code: code.trim() } })}
      other={t`Use the password`}
      onOther={onOther}
    >
      <TextField
        ref={field}
        label={t`Code from the dashboard`}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        maxLength={64}
        error={error?.fields.code ?? null}
        hint={
          <Trans>
            Make one under{' '}
            <OutsideLink
              href={servicePage(app.service, '/dashboard/security')}
            >{t`Security`}</OutsideLink>{' '}
            on the website. It works once, for a few minutes.
          </Trans>
        }
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <ServiceField value={service} onChange={onService} error={error?.fields.service ?? null} />
    </StepForm>
  );
}

/** Signs this computer in with the password. */
function PasswordForm({ service, onService, onSecondFactor, onOther }: FirstStepProps) {
  const { app } = useAppState();
  const [identifier, setIdentifier] = useState('');
  const [password, setPassword] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const secret = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { send, busy, error } = useSignIn(signIn, onSecondFactor);
  useEffect(() => {
    if (error === null) return;
    secret.current?.focus();
    secret.current?.select();
  }, [error]);
  return (
    <StepForm
      busy={busy}
      error={error}
      onSend={() =>
        send({
          body: {
            ...serviceOf(app.service_fixed, service),
            username_or_email: identifier.trim(),
            password,
          },
        })
      }
      other={t`I have a code from the dashboard`}
      onOther={onOther}
    >
      <TextField
        ref={field}
        label={t`Username or email`}
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
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        required
        maxLength={512}
        error={error?.fields.password ?? null}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        aside={
          <OutsideLink
            href={servicePage(app.service, '/forgot-password')}
            className="text-tiny"
          >{t`Forgot password?`}</OutsideLink>
        }
      />
      <ServiceField value={service} onChange={onService} error={error?.fields.service ?? null} />
    </StepForm>
  );
}

type ServiceFieldProps = {
  value: string;
  onChange: (service: string) => void;
  error: string | null;
};

/** Address of the service, where this copy does not belong to one: a release shows none. */
function ServiceField({ value, onChange, error }: ServiceFieldProps) {
  const { app } = useAppState();
  const [isOpen, setIsOpen] = useState(false);
  if (app.service_fixed) return null;
  return (
    <details
      open={isOpen || error !== null}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="cursor-pointer py-1 text-tiny wrap-anywhere text-muted hover:text-ink">{t`Service: ${value}`}</summary>
      <div className="mt-2">
        <TextField
          label={t`Service address`}
          name="service"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          error={error}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </details>
  );
}

/** What is sent of it: nothing where it is fixed. */
function serviceOf(fixed: boolean, service: string): { service?: string } {
  return fixed ? {} : { service: service.trim() };
}
