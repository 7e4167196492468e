import { Button } from '@quorate/ui/button';
import { ApiError } from '../../../lib/api-error.ts';
import { errorReason } from '../../../lib/error-text.ts';
import { clearSession } from '../../../lib/session/session.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Failure } from './failure.tsx';
import type { PlanChoice } from './plan-choice.ts';

type OrderFailureProps = { choice: PlanChoice; error: unknown; busy: boolean; onRetry: () => void };

/** Why there is nothing to pay, and what can be done about it. */
export function OrderFailure({ choice, error, busy, onRetry }: OrderFailureProps) {
  switch (error instanceof ApiError ? error.code : null) {
    case 'unauthorized':
      return <Failure title="Please sign in again" action={<SignInAgain />} />;
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
          >
            Change to {choice.planName} on the dashboard
          </LinkButton>
        </Failure>
      );
    default:
      return <CallFailure error={error} busy={busy} onRetry={onRetry} />;
  }
}

const OFF = 'Paid plans cannot be bought here yet.';
const SUBSCRIBED = 'You have a subscription already. Change it on the dashboard.';

/** What the checkout needs did not come; it may come the next time. */
export function CallFailure({ error, busy, onRetry }: Omit<OrderFailureProps, 'choice'>) {
  return (
    <Failure
      title={`Checkout failed: ${errorReason(error) ?? 'The service gave no answer that can be read.'}`}
      action={
        <Button variant="secondary" size="small" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

/** No price belongs to what the address asks for. */
export function InvalidPlan() {
  return <Failure title="Invalid plan selected" action={<SeePlans />} />;
}

/** The stored token is dead; without it the page leads to the sign-in. */
export function SignInAgain() {
  return (
    <Button variant="secondary" size="small" onClick={clearSession}>
      Sign in again
    </Button>
  );
}

function SeePlans() {
  return (
    <LinkButton to="/pricing" variant="secondary" size="small">
      See the plans
    </LinkButton>
  );
}
