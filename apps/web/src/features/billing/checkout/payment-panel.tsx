import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Spinner } from '@quorate/ui/spinner';
import { useEffect, useRef } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { errorReason } from '../../../lib/error-text.ts';
import { SITE } from '../../../lib/site.ts';
import { Failure } from './failure.tsx';
import type { ProviderSettings } from './order.ts';
import { SignInAgain } from './order-failure.tsx';
import { ContainerMissing, FRAME_TARGET } from './until-container.ts';
import type { Confirmation, useConfirmation } from './use-confirmation.ts';
import type { PaymentFrame } from './use-payment-frame.ts';

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
    <Panel title="Payment">
      {environment && <TestMode environment={environment} />}
      {!confirmation && !broken && frame.declined && (
        <Notice tone="error" live className="mb-4">
          Payment failed. Please try again.
        </Notice>
      )}
      {payment && unconfirmed && <UpgradeFailure {...unconfirmed} onRetry={payment.again} />}
      {broken && frame.state === 'failed' && (
        <FrameFailure error={frame.error} onRetry={frame.again} />
      )}
      {broken && frame.state === 'closed' && (
        <Failure
          tone="warning"
          title="The payment form was closed."
          action={
            <Button variant="secondary" size="small" onClick={frame.again}>
              Open it again
            </Button>
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
      return 'Payment received. It is being confirmed…';
    case 'confirming':
    case 'settled':
      return 'Confirming your payment…';
    case 'failed':
      return null;
    default:
      return state === 'opening' ? 'Loading the payment form' : null;
  }
}

/** That no money moves here; nothing where it does. */
function TestMode({ environment }: Pick<ProviderSettings, 'environment'>) {
  if (environment === 'production') return null;
  return (
    <Notice title="Test mode: no real card is charged" className="mb-4">
      {environment === 'emulator' && (
        <>
          Pay with the card <span className="figures whitespace-nowrap">4242 4242 4242 4242</span>,
          any future date, any 3 digits.
        </>
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
      title={missing ? message : `Checkout failed: ${message}`}
      action={
        <Button variant="secondary" size="small" onClick={retry}>
          Try again
        </Button>
      }
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
  const reason = signedOut ? 'Please sign in again.' : errorReason(error);
  return (
    <Failure title="Payment successful but plan upgrade failed. Please contact support.">
      {reason && <p>{reason}</p>}
      <p className="mt-1">
        You will not be charged again. Your payment has the number{' '}
        <span className="figures [overflow-wrap:anywhere] text-ink">{transactionId}</span>; support
        reads{' '}
        <a
          href={`mailto:${SITE.supportEmail}?subject=${encodeURIComponent(`Payment ${transactionId}`)}`}
          className="font-medium text-brand underline underline-offset-4"
        >
          {SITE.supportEmail}
        </a>
        .
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
        {signedOut && <SignInAgain />}
      </p>
    </Failure>
  );
}
