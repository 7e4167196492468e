import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { formatMoney } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { Spinner } from '@quorate/ui/spinner';
import { type ReactNode, useEffect, useRef } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { errorReason } from '../../../lib/error-text.ts';
import { clearSession } from '../../../lib/session/session.ts';
import { SITE } from '../../../lib/site.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { PlanChoice } from './checkout-address.ts';
import type { Confirmation, useConfirmation } from './use-confirmation.ts';
import {
  ContainerMissing,
  FRAME_TARGET,
  type PaymentFrame,
  type Prices,
  type ProviderSettings,
} from './use-payment-frame.ts';

type PaymentPanelProps = {
  /** Absent until the service has told it. */
  environment: ProviderSettings['environment'] | undefined;
  frame: PaymentFrame & Readonly<{ again: () => void }>;
  /** What becomes of the payment, where the service is to confirm it. */
  payment?: Pick<ReturnType<typeof useConfirmation>, 'confirmation' | 'again'>;
};

/** The provider's frame, and whatever covers it or stands in its place. */
export function PaymentPanel({ environment, frame, payment }: PaymentPanelProps) {
  const confirmation = payment?.confirmation ?? null;
  const unconfirmed = confirmation?.kind === 'failed' ? confirmation : null;
  const broken = !confirmation && (frame.state === 'failed' || frame.state === 'closed');
  const waiting = waitingFor(frame.state, confirmation);
  return (
    <Panel title={t`Payment`}>
      {environment && <TestMode environment={environment} />}
      {!confirmation && !broken && frame.declined && (
        <Notice tone="error" live className="mb-4">{t`Payment failed. Please try again.`}</Notice>
      )}
      {payment && unconfirmed && <UpgradeFailure {...unconfirmed} onRetry={payment.again} />}
      {broken && frame.state === 'failed' && (
        <FrameFailure error={frame.error} onRetry={frame.again} />
      )}
      {broken && frame.state === 'closed' && (
        <Failure
          tone="warning"
          title={t`The payment form was closed.`}
          action={
            <Button
              variant="secondary"
              size="small"
              onClick={frame.again}
            >{t`Open it again`}</Button>
          }
        />
      )}
      {/* Wider than the panel's text on a phone: the provider asks for 312 px. */}
      <div
        className={classNames('relative -mx-4 sm:mx-0', (broken || unconfirmed) && 'hidden')}
        aria-busy={waiting !== null}
      >
        <div
          className={classNames(FRAME_TARGET, 'min-h-[28.125rem] [&>iframe]:w-full')}
          inert={waiting !== null}
        />
        {waiting !== null && <Waiting label={waiting} focus={confirmation !== null} />}
      </div>
    </Panel>
  );
}

function waitingFor(
  state: PaymentPanelProps['frame']['state'],
  confirmation: Confirmation | null,
): string | null {
  switch (confirmation?.kind) {
    case 'pending':
      return t`Payment received. It is being confirmed…`;
    case 'confirming':
    case 'settled':
      return t`Confirming your payment…`;
    case 'failed':
      return null;
    default:
      return state === 'opening' ? t`Loading the payment form` : null;
  }
}

/** That no money moves here; nothing where it does. */
function TestMode({ environment }: Pick<ProviderSettings, 'environment'>) {
  if (environment === 'production') return null;
  return (
    <Notice title={t`Test mode: no real card is charged`} className="mb-4">
      {environment === 'emulator' && (
        <Trans>
          Pay with the card <span className="figures whitespace-nowrap">4242 4242 4242 4242</span>,
          any future date, any 3 digits.
        </Trans>
      )}
    </Notice>
  );
}

/** Why the provider's frame did not open. */
function FrameFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message = error instanceof Error ? error.message : String(error);
  const missing = error instanceof ContainerMissing;
  // The loader gives a script that did not load no second chance; a fresh document does.
  const retry = missing ? onRetry : () => window.location.reload();
  return (
    <Failure
      title={missing ? message : t`Checkout failed: ${message}`}
      action={<Button variant="secondary" size="small" onClick={retry}>{t`Try again`}</Button>}
    />
  );
}

type WaitingProps = {
  label: string;
  /** Takes the focus, and comes into view: what had it is covered now. */
  focus: boolean;
};

/** Covers the provider's frame while there is nothing to do in it. */
function Waiting({ label, focus }: WaitingProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focus) box.current?.focus();
  }, [focus]);
  return (
    <div className="absolute inset-0 grid justify-center bg-surface pt-24">
      <div ref={box} tabIndex={-1} className="self-start rounded-control px-4 py-2 outline-none">
        <Spinner label={label} />
      </div>
    </div>
  );
}

type UpgradeFailureProps = { transactionId: string; error: unknown; onRetry: () => void };

/** Paid, and not on the plan: what support needs to know. Asking again never pays again. */
function UpgradeFailure({ transactionId, error, onRetry }: UpgradeFailureProps) {
  const signedOut = error instanceof ApiError && error.code === 'unauthorized';
  const reason = signedOut ? t`Please sign in again.` : errorReason(error);
  return (
    <Failure title={t`Payment successful but plan upgrade failed. Please contact support.`}>
      {reason && <p>{reason}</p>}
      <p className="mt-1">
        <Trans>
          You will not be charged again. Your payment has the number{' '}
          <span className="figures [overflow-wrap:anywhere] text-ink">{transactionId}</span>. Our
          support reads{' '}
          <a
            href={`mailto:${SITE.supportEmail}?subject=${encodeURIComponent(t`Payment ${transactionId}`)}`}
            className="font-medium text-brand underline underline-offset-4"
          >
            {SITE.supportEmail}
          </a>
          .
        </Trans>
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onRetry}>{t`Try again`}</Button>
        {signedOut && <SignInAgain />}
      </p>
    </Failure>
  );
}

type OrderFailureProps = { choice: PlanChoice; error: unknown; busy: boolean; onRetry: () => void };

/** Why there is nothing to pay, and what can be done about it. */
export function OrderFailure({ choice, error, busy, onRetry }: OrderFailureProps) {
  switch (error instanceof ApiError ? error.code : null) {
    case 'unauthorized':
      return <Failure title={t`Please sign in again`} action={<SignInAgain />} />;
    case 'invalid_plan':
      return <InvalidPlan />;
    case 'billing_off':
      return <Failure title={errorReason(error) ?? OFF} action={<SeePlans />} />;
    case 'subscribed_already':
      return (
        <Failure tone="warning" title={errorReason(error) ?? SUBSCRIBED}>
          <LinkButton
            to={`/dashboard?change=${choice.planName}&billing=${choice.cycle}`}
            size="small"
            className="mt-2"
          >{t`Change to ${choice.planName} on the dashboard`}</LinkButton>
        </Failure>
      );
    default:
      return <CallFailure error={error} busy={busy} onRetry={onRetry} />;
  }
}

const OFF = t`Paid plans cannot be bought here yet.`;
const SUBSCRIBED = t`You have a subscription already. Change it on the dashboard.`;

/** What the checkout needs did not come; it may come the next time. */
export function CallFailure({ error, busy, onRetry }: Omit<OrderFailureProps, 'choice'>) {
  return (
    <Failure
      title={t`Checkout failed: ${errorReason(error) ?? t`The service gave no answer that can be read.`}`}
      action={
        <Button
          variant="secondary"
          size="small"
          busy={busy}
          onClick={onRetry}
        >{t`Try again`}</Button>
      }
    />
  );
}

/** No price belongs to what the address asks for. */
export function InvalidPlan() {
  return <Failure title={t`Invalid plan selected`} action={<SeePlans />} />;
}

/** The stored token is dead; without it the page leads to the sign-in. */
function SignInAgain() {
  return (
    <Button variant="secondary" size="small" onClick={clearSession}>{t`Sign in again`}</Button>
  );
}

function SeePlans() {
  return <LinkButton to="/pricing" variant="secondary" size="small">{t`See the plans`}</LinkButton>;
}

type FailureProps = {
  title: string;
  tone?: 'error' | 'warning';
  action?: ReactNode;
  children?: ReactNode;
};

/** Stands where the payment would be, and takes the focus: what had it may be gone. */
function Failure({ title, tone = 'error', action, children }: FailureProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="rounded-control">
      <Notice tone={tone} live title={title} action={action}>
        {children}
      </Notice>
    </div>
  );
}

/** What the provider will charge, in its own figures; it knows the tax once it knows the country. */
export function Totals({ prices }: { prices: Prices | null }) {
  const money = (amount: number) => prices && formatMoney(amount, prices.currency);
  return (
    <dl className="mt-3 border-t border-line pt-3 text-small">
      <Line name={t`Subtotal`} value={prices && money(prices.subtotal)} />
      <Line name={t`Tax`} value={prices && money(prices.tax)} />
      {prices && prices.credit > 0 && <Line name={t`Your credit`} value={money(-prices.credit)} />}
      <Line name={t`Total today`} value={prices && money(prices.due)} strong />
      {(prices === null || prices.renewal) && (
        <Line
          name={t`Renews at`}
          value={prices?.renewal && `${money(prices.renewal.amount)} ${prices.renewal.every}`}
        />
      )}
    </dl>
  );
}

type LineProps = { name: string; value: string | null | undefined; strong?: boolean };

function Line({ name, value, strong = false }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5">
      <dt className={strong ? 'font-medium' : 'text-muted'}>{name}</dt>
      <dd className={strong ? 'figures font-semibold' : 'figures text-tiny font-medium'}>
        {value ?? (
          <>
            <span className="sr-only">{t`not known yet`}</span>
            <Skeleton className="h-[1lh] w-20" />
          </>
        )}
      </dd>
    </div>
  );
}
