import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { PlanName } from '@quorate/contract/plans';
import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { formatDay } from '@quorate/ui/time-format';
import { useEffect, useEffectEvent, useState } from 'react';
import { useCanStartPaper } from '../../../lib/query/hosted-accounts.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { ProviderPageNotice } from './provider-page.tsx';
import {
  type SubscriptionReply,
  useSubscriptionMemory,
  useWatchedSubscription,
} from './subscription.api.ts';
import { isOverdue } from './subscription-words.ts';
import { PAYMENT_METHOD_FAILURE, usePaymentMethod } from './use-payment-method.ts';

/** How long a payment that only the address speaks of is waited for. */
const CLAIM_MS = 60_000;

type BillingNoticesProps = {
  userId: string;
  timeZone: string;
  /** Whether the page's address says that a payment was made. */
  paid: boolean;
  /** Called when a plan has begun, for figures that billing does not know of. */
  onPlanBegun: () => void;
};

/** On top of every tab: a payment on its way or arrived, and one that is overdue. */
export function BillingNotices({ userId, timeZone, paid, onPlanBegun }: BillingNoticesProps) {
  const [news, setNews] = useState<PaymentNews>(
    paid ? { kind: 'awaited', plan: null } : { kind: 'none' },
  );
  const { refresh } = useSubscriptionMemory(userId);
  const { data: reply } = useWatchedSubscription(userId, (known) =>
    news.kind === 'received' ? followsPayment(known) : news.kind === 'awaited',
  );

  const next = reply ? nextNews(news, reply) : news;
  if (next !== news) setNews(next);

  const begin = useEffectEvent(() => {
    onPlanBegun();
    void refresh();
  });
  useEffect(() => {
    if (news.kind === 'received') begin();
  }, [news.kind]);
  useDelayed(news.kind === 'awaited' && news.plan === null, CLAIM_MS, () =>
    setNews({ kind: 'unconfirmed' }),
  );

  if (!reply) return null;
  const overdue = reply.subscription !== null && isOverdue(reply.subscription);
  if (news.kind === 'none' && !overdue) return null;
  return (
    <div className="mb-5 space-y-3">
      <PaymentNotice
        userId={userId}
        news={news}
        planNow={reply.plan_name}
        onDismiss={() => setNews({ kind: 'none' })}
      />
      <PastDueBanner reply={reply} timeZone={timeZone} />
    </div>
  );
}

/** A payment holds the plan for the seconds until its subscription is known. */
function followsPayment(known: SubscriptionReply | undefined): boolean {
  return known?.subscription === null && known.plan_name !== 'Free';
}

type PastDueBannerProps = { reply: SubscriptionReply; timeZone: string };

/** A renewal that was not paid: until when the plan holds, and what to do. */
function PastDueBanner({ reply, timeZone }: PastDueBannerProps) {
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
            ? t`The last payment for your ${plan} plan failed.`
            : t`The limits of the ${planNow} plan apply now.`
        }
        action={
          <Button
            size="small"
            busy={page.busy}
            onClick={() => page.submit(undefined)}
          >{t`Update payment method`}</Button>
        }
      >
        {holds
          ? until
            ? t`The plan holds until ${formatDay(until, timeZone)}. After that the limits of the Free plan apply.`
            : t`Unless it is paid, the limits of the Free plan apply.`
          : t`The payment for your ${plan} plan is overdue. The plan is back as soon as it is paid.`}
      </Notice>
      <ProviderPageNotice failure={PAYMENT_METHOD_FAILURE} page={page} />
    </>
  );
}

type PaymentNoticeProps = {
  userId: string;
  news: PaymentNews;
  /** The plan that holds now. */
  planNow: PlanName;
  onDismiss: () => void;
};

/** What became of a payment, for whoever comes from the checkout. */
function PaymentNotice({ userId, news, planNow, onDismiss }: PaymentNoticeProps) {
  const canStartPaper = useCanStartPaper(userId);
  const dismiss = <Button variant="quiet" size="small" onClick={onDismiss}>{t`Dismiss`}</Button>;
  switch (news.kind) {
    case 'none':
      return null;
    case 'awaited':
      return (
        <Notice live title={t`Your payment is being confirmed.`}>
          {news.plan === null ? t`The plan` : t`The ${news.plan} plan`}{' '}
          {t`begins as soon as it is; this page says so.`}
        </Notice>
      );
    case 'received':
      return (
        <Notice tone="success" live action={dismiss}>
          {t`Payment received. You are on the ${news.plan} plan now.`}{' '}
          {canStartPaper && (
            <TextLink to="/dashboard#paper-trading">{t`Start paper trading`}</TextLink>
          )}
        </Notice>
      );
    case 'unconfirmed':
      return (
        <Notice
          tone="warning"
          live
          title={t`The payment provider has confirmed no payment.`}
          action={dismiss}
        >
          <Trans>
            You are on the {planNow} plan. Once a payment is confirmed, its plan begins
            automatically. If money was taken and nothing happens,{' '}
            <TextLink to="/contact">{t`write to us`}</TextLink>.
          </Trans>
        </Notice>
      );
  }
}

/** What there is to say about a payment that was just made. */
export type PaymentNews =
  | { kind: 'none' }
  /** `plan` is null while the service has not named the payment. */
  | { kind: 'awaited'; plan: PlanName | null }
  | { kind: 'received'; plan: PlanName }
  | { kind: 'unconfirmed' };

type Known = Pick<SubscriptionReply, 'plan_name' | 'pending_payment' | 'subscription'>;

/**
 * The news after another answer of the service. What the page's address claims begins the wait and
 * never ends it: only the service says that a plan holds.
 *
 * @returns `last` itself when nothing changed
 */
export function nextNews(last: PaymentNews, known: Known): PaymentNews {
  const pending = known.pending_payment?.plan_name;
  if (pending) {
    return last.kind === 'awaited' && last.plan === pending
      ? last
      : { kind: 'awaited', plan: pending };
  }
  if (last.kind !== 'awaited') return last;
  if (last.plan === null) {
    return known.plan_name === 'Free' ? last : { kind: 'received', plan: known.plan_name };
  }
  return known.plan_name === last.plan || known.subscription?.plan_name === last.plan
    ? { kind: 'received', plan: last.plan }
    : { kind: 'unconfirmed' };
}
