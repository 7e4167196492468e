import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { keepSubscription, type SubscriptionView } from '@quorate/contract/subscription';
import { Badge } from '@quorate/ui/badge';
import { formatDay } from '@quorate/ui/time-format';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/api-client.ts';
import { useSubmission } from '../../../lib/use-submission.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import type { Changed } from './changed.ts';
import { ProviderPageNotice } from './provider-page.tsx';
import { RefusalNotice } from './refusal-notice.tsx';
import type { SubscriptionReply } from './subscription.api.ts';
import { type OpenDialog, SubscriptionActions } from './subscription-actions.tsx';
import { amountPerCycle, statusOf } from './subscription-words.ts';
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
          <RefusalNotice error={keep.error} failure={t`Failed to keep the subscription`} />
        </div>
      )}
      <ProviderPageNotice failure={PAYMENT_METHOD_FAILURE} page={card} className="mt-3" />
    </>
  );
}

type SubscriptionFactsProps = {
  subscription: SubscriptionView;
  planNow: SubscriptionReply['plan_name'];
  timeZone: string;
};

/** What is subscribed to, what it costs, and what happens next. */
function SubscriptionFacts({ subscription, planNow, timeZone }: SubscriptionFactsProps) {
  const { word, tone } = statusOf(subscription);
  const next = nextOf(subscription, planNow, (iso) => formatDay(iso, timeZone));
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-serif text-heading">{subscription.plan_name}</span>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <p className="mt-1 text-small">
        <Trans>
          <span className="figures text-small">{amountPerCycle(subscription)}</span>
          <span className="text-muted">, without tax</span>
        </Trans>
      </p>
      {next && <p className="mt-1 text-small">{next}</p>}
    </>
  );
}

function nextOf(
  subscription: SubscriptionView,
  planNow: SubscriptionReply['plan_name'],
  day: (iso: string) => string,
): ReactNode {
  const { status, ends_at, access_until, next_billing_date, waiting_for } = subscription;
  if (waiting_for === 'cancel_now') {
    return t`Your cancellation is recorded and is being passed on to the payment provider. You are on the ${planNow} plan.`;
  }
  if (waiting_for) {
    const end = ends_at ?? next_billing_date;
    return end
      ? t`Your cancellation is recorded and is being passed on to the payment provider. Access lasts until ${day(end)}.`
      : t`Your cancellation is recorded and is being passed on to the payment provider.`;
  }
  if (status === 'past_due') {
    return planNow === subscription.plan_name && access_until
      ? t`The last payment failed. Update the payment method: the plan holds until ${day(access_until)}.`
      : t`The last payment is overdue. Update the payment method to have the plan back.`;
  }
  if (status === 'paused') {
    return (
      <Trans>
        It is paused, and you are on the {planNow} plan. To go on with it,{' '}
        <TextLink to="/contact">{t`write to us`}</TextLink>.
      </Trans>
    );
  }
  if (ends_at) return t`Ends on ${day(ends_at)}. Access lasts until then.`;
  return next_billing_date ? t`Next bill on ${day(next_billing_date)}.` : null;
}
