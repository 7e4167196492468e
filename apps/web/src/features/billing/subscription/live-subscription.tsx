import { keepSubscription, type SubscriptionView } from '@quorate/contract/subscription';
import { callApi } from '../../../lib/api-client.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import type { Changed } from './changed.ts';
import { ProviderPageNotice } from './provider-page.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import type { SubscriptionReply } from './subscription.api.ts';
import { type OpenDialog, SubscriptionActions } from './subscription-actions.tsx';
import { SubscriptionFacts } from './subscription-facts.tsx';
import { PAYMENT_METHOD_FAILURE, usePaymentMethod } from './use-payment-method.ts';

type LiveSubscriptionProps = {
  subscription: SubscriptionView;
  planNow: SubscriptionReply['plan_name'];
  timeZone: string;
  onKept: (reply: Changed) => Promise<void>;
  onOpen: (dialog: OpenDialog) => void;
};

/** A subscription with what is known of it and what can be done with it. */
export function LiveSubscription(props: LiveSubscriptionProps) {
  const { subscription, planNow, timeZone, onKept, onOpen } = props;
  const card = usePaymentMethod();
  const keep = useSubmission(async () => onKept(await callApi(keepSubscription, {})));
  return (
    <>
      <SubscriptionFacts subscription={subscription} planNow={planNow} timeZone={timeZone} />
      <SubscriptionActions
        subscription={subscription}
        keeping={keep.busy}
        onKeep={() => keep.submit(undefined)}
        openingCard={card.busy}
        onCard={() => card.submit(undefined)}
        onOpen={onOpen}
      />
      {keep.error !== null && (
        <div className="mt-3">
          <RefusalNotice error={keep.error} failure="Failed to keep the subscription" />
        </div>
      )}
      <ProviderPageNotice failure={PAYMENT_METHOD_FAILURE} page={card} className="mt-3" />
    </>
  );
}
