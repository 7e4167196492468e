import { Button } from '@quorate/ui/button';
import { classNames } from '@quorate/ui/class-names';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Failure } from './failure.tsx';
import { FrameFailure } from './frame-failure.tsx';
import type { ProviderSettings } from './order.ts';
import { TestMode } from './test-mode.tsx';
import { FRAME_TARGET } from './until-container.ts';
import { UpgradeFailure } from './upgrade-failure.tsx';
import type { Confirmation, useConfirmation } from './use-confirmation.ts';
import type { PaymentFrame } from './use-payment-frame.ts';
import { Waiting } from './waiting.tsx';

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
