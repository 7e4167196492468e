import { useEffect, useEffectEvent, useState } from 'react';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { PastDueBanner } from './past-due-banner.tsx';
import { nextNews, type PaymentNews } from './payment-news.ts';
import { PaymentNotice } from './payment-notice.tsx';
import {
  type SubscriptionReply,
  useSubscriptionMemory,
  useWatchedSubscription,
} from './subscription.api.ts';
import { isOverdue } from './subscription-words.ts';

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
