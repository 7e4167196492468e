import { t } from '@lingui/core/macro';
import { Badge } from '@quorate/ui/badge';
import { Button } from '@quorate/ui/button';
import { DoneNotice } from '@quorate/ui/done-notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { useState } from 'react';
import { useDelayed } from '../../lib/use-delayed.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { RetryNotice } from '../../ui/retry-notice.tsx';
import { CancelDialog } from './subscription/cancel-dialog.tsx';
import { ChangePlanDialog } from './subscription/change-plan-dialog.tsx';
import type { Changed } from './subscription/changed.ts';
import { LiveSubscription } from './subscription/live-subscription.tsx';
import { PaymentsDialog } from './subscription/payments-dialog.tsx';
import type { PlanChoice } from './subscription/plan-options.tsx';
import {
  type SubscriptionReply,
  useSubscription,
  useSubscriptionMemory,
} from './subscription/subscription.api.ts';
import type { OpenDialog } from './subscription/subscription-actions.tsx';

/** Specification, section 9: the subscription is read again so long after it was cancelled. */
const RELOAD_MS = 1_000;

type SubscriptionPanelProps = {
  userId: string;
  timeZone: string;
  /** The plan that holds; undefined until it is known. */
  plan: { name: string; description: string } | undefined;
  /** Whether a payment was made on the way to this page. */
  paid: boolean;
  /** A plan that was asked for on the way here: the dialog opens with it. */
  wish: PlanChoice | null;
  onWishDone: () => void;
  /** The plan may be another one: what else is known of it has to be read again. */
  onPlanChanged: () => void;
  /** The plan is Free from now on. */
  onFree: () => void;
};

/** The subscription of the signed-in user, and everything that can be done with it. */
export function SubscriptionPanel(props: SubscriptionPanelProps) {
  const { userId, timeZone, plan, paid, wish, onWishDone, onPlanChanged, onFree } = props;
  const query = useSubscription(userId);
  const memory = useSubscriptionMemory(userId);
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [said, setSaid] = useState<Pick<Changed, 'message' | 'status'> | null>(null);
  const [reloading, setReloading] = useState(false);
  const reload = () => {
    setReloading(false);
    void memory.refresh();
    onPlanChanged();
  };
  useDelayed(reloading, RELOAD_MS, reload);

  const show = (dialog: OpenDialog | null) => {
    setSaid(null);
    setOpen(dialog);
    onWishDone();
  };
  const finish = async (reply: Changed) => {
    show(null);
    setSaid(reply);
    await memory.show(reply.subscription);
    reload();
  };
  const finishCancel = async (reply: Changed, way: 'now' | 'period_end') => {
    if (way === 'period_end') return finish(reply);
    show(null);
    setSaid(reply);
    // One that waits for the provider is still shown, as waiting.
    await memory.showFree(reply.status === 'done' ? null : reply.subscription);
    onFree();
    setReloading(true);
  };

  const reply = query.data;
  const subscription = reply?.subscription ?? null;
  const changeable = subscription !== null && subscription.waiting_for !== 'cancel_now';
  return (
    <Panel title={t`Subscription`} aside={reply?.test_mode && <Badge>{t`Test mode`}</Badge>}>
      <DoneNotice tone={said?.status === 'pending' ? 'info' : 'success'}>
        {said?.message ?? null}
      </DoneNotice>
      {query.isError && (
        <div className={reply && 'mb-4'}>
          <RetryNotice
            title={t`Failed to load subscription details`}
            error={query.error}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          />
        </div>
      )}
      {reply ? (
        <>
          {subscription ? (
            <LiveSubscription
              subscription={subscription}
              planNow={reply.plan_name}
              timeZone={timeZone}
              onKept={finish}
              onOpen={show}
            />
          ) : (
            <NoSubscription reply={reply} paid={paid} onPayments={() => show('payments')} />
          )}
          {/* After the rest: it comes with another call, and must not move the buttons. */}
          {plan?.name === reply.plan_name && plan.description !== '' && (
            <p className="mt-4 border-t border-line pt-3 text-tiny text-muted">
              {plan.name}: {plan.description}
            </p>
          )}
        </>
      ) : (
        !query.isError && (
          <div>
            <Skeleton className="h-7 w-32" />
            <Skeleton className="mt-1 h-[2.8125rem] w-full" />
            <Skeleton className="mt-4 h-9 w-56" />
          </div>
        )
      )}
      {changeable && open === 'cancel' && (
        <CancelDialog
          subscription={subscription}
          timeZone={timeZone}
          onCancelled={(done, way) => void finishCancel(done, way)}
          onClose={() => show(null)}
        />
      )}
      {changeable && (open === 'change' || (open === null && wish !== null)) && (
        <ChangePlanDialog
          userId={userId}
          subscription={subscription}
          timeZone={timeZone}
          wish={wish}
          onChanged={(done) => void finish(done)}
          onClose={() => show(null)}
        />
      )}
      {open === 'payments' && (
        <PaymentsDialog userId={userId} timeZone={timeZone} onClose={() => show(null)} />
      )}
    </Panel>
  );
}

type NoSubscriptionProps = {
  reply: SubscriptionReply;
  /** Whether a payment was made on the way here. */
  paid: boolean;
  onPayments: () => void;
};

/** A plan without a subscription: Free, given by an operator, or paid for a moment ago. */
function NoSubscription({ reply, paid, onPayments }: NoSubscriptionProps) {
  const { plan_name: plan, plan_source: source, pending_payment: pending } = reply;
  const free = plan === 'Free';
  return (
    <>
      {!free && <p className="mb-1 font-serif text-heading">{plan}</p>}
      <p className="text-small">
        {free
          ? t`You have no subscription.`
          : paid || source === 'payment'
            ? t`Your payment has arrived. The subscription shows here in a moment.`
            : t`The ${plan} plan was given to you: nothing is billed, and there is nothing to cancel.`}
      </p>
      {pending && (
        <p className="mt-1 text-small">{t`A payment for the ${pending.plan_name} plan is being confirmed.`}</p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {free && !pending && (
          <LinkButton
            to="/pricing"
            variant="secondary"
            size="small"
          >{t`See paid plans`}</LinkButton>
        )}
        <Button
          variant={free ? 'quiet' : 'secondary'}
          size="small"
          onClick={onPayments}
        >{t`Payments`}</Button>
      </div>
    </>
  );
}
