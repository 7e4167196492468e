import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { formatDay } from '@quorate/ui/time-format';
import { ProviderPageNotice } from './provider-page.tsx';
import type { SubscriptionReply } from './subscription.api.ts';
import { isOverdue } from './subscription-words.ts';
import { PAYMENT_METHOD_FAILURE, usePaymentMethod } from './use-payment-method.ts';

type PastDueBannerProps = { reply: SubscriptionReply; timeZone: string };

/** A renewal that was not paid: until when the plan holds, and what to do. */
export function PastDueBanner({ reply, timeZone }: PastDueBannerProps) {
  const page = usePaymentMethod();
  const { subscription, plan_name: planNow } = reply;
  if (!subscription || !isOverdue(subscription)) return null;
  const { plan_name: plan, access_until: until } = subscription;
  const holds = planNow === plan;
  return (
    <>
      <Notice
        tone="warning"
        live
        title={
          holds
            ? `The last payment for your ${plan} plan failed.`
            : `The limits of the ${planNow} plan apply now.`
        }
        action={
          <Button size="small" busy={page.busy} onClick={() => page.submit(undefined)}>
            Update payment method
          </Button>
        }
      >
        {holds
          ? `${until ? `The plan holds until ${formatDay(until, timeZone)}. After that` : 'Unless it is paid,'} the limits of the Free plan apply.`
          : `The payment for your ${plan} plan is overdue. The plan is back as soon as it is paid.`}
      </Notice>
      <ProviderPageNotice failure={PAYMENT_METHOD_FAILURE} page={page} />
    </>
  );
}
