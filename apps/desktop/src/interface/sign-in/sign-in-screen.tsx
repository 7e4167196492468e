import { Button } from '@quorate/ui/button';
import { Card } from '@quorate/ui/card';
import { ConvergingLines } from '@quorate/ui/converging-lines';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { useAppState } from '../lib/app-state-context.tsx';
import { servicePage } from '../lib/service-page.ts';
import { OutsideLink, TextLink } from '../lib/text-link.tsx';
import { DeviceCodeForm } from './device-code-form.tsx';
import { FirstSteps } from './first-steps.tsx';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

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
        <h1 className="mt-4 font-serif text-title font-medium">Sign in to {app.brand}</h1>
        <p className="mt-3 max-w-[26rem] text-small text-muted">
          {isFirstRun
            ? 'The same account as on the website. Four steps lead to a bot that trades a demo account; no real money is touched unless you decide so later.'
            : 'The same account as on the website. Your configurations are still on this computer.'}
        </p>
      </div>
      <div className="md:col-start-2 md:row-span-2 md:row-start-1">
        <Card className="p-5 xs:p-6">
          {because !== null && step.kind !== 'second-factor' && (
            <Notice tone="warning" className="mb-5" title="You were signed out">
              {because}
            </Notice>
          )}
          {step.kind === 'password' && (
            <PasswordForm
              service={service}
              onService={setService}
              onSecondFactor={(challenge) => setStep({ kind: 'second-factor', challenge })}
              onCode={() => setStep({ kind: 'code' })}
            />
          )}
          {step.kind === 'code' && (
            <DeviceCodeForm
              service={service}
              onService={setService}
              onSecondFactor={(challenge) => setStep({ kind: 'second-factor', challenge })}
              onPassword={() => setStep({ kind: 'password' })}
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
            No account yet?{' '}
            <OutsideLink href={servicePage(app.service, '/signup')}>Sign up</OutsideLink>
          </span>
          <TextLink to="/settings">App settings</TextLink>
        </div>
        {onStaySignedOut && (
          <Button variant="quiet" size="small" className="mt-3 -ml-3" onClick={onStaySignedOut}>
            See your configurations without signing in
          </Button>
        )}
      </div>
      {isFirstRun && <FirstSteps />}
    </main>
  );
}
