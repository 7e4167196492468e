import { Button } from '@quorate/ui/button';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { SubscriptionReply } from './subscription.api.ts';

type NoSubscriptionProps = {
  reply: SubscriptionReply;
  /** Whether a payment was made on the way here. */
  paid: boolean;
  onPayments: () => void;
};

/** A plan without a subscription: Free, given by an operator, or paid for a moment ago. */
export function NoSubscription({ reply, paid, onPayments }: NoSubscriptionProps) {
  const { plan_name: plan, plan_source: source, pending_payment: pending } = reply;
  const free = plan === 'Free';
  return (
    <>
      {!free && <p className="mb-1 font-serif text-heading">{plan}</p>}
      <p className="text-small">
        {free
          ? 'You have no subscription.'
          : paid || source === 'payment'
            ? 'Your payment has arrived. The subscription shows here in a moment.'
            : `The ${plan} plan was given to you: nothing is billed, and there is nothing to cancel.`}
      </p>
      {pending && (
        <p className="mt-1 text-small">
          A payment for the {pending.plan_name} plan is being confirmed.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {free && !pending && (
          <LinkButton to="/pricing" variant="secondary" size="small">
            See paid plans
          </LinkButton>
        )}
        <Button variant={free ? 'quiet' : 'secondary'} size="small" onClick={onPayments}>
          Payments
        </Button>
      </div>
    </>
  );
}
