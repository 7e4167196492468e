import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import { Badge } from '@quorate/ui/badge';
import { formatMoney } from '@quorate/ui/format';
import { Notice } from '@quorate/ui/notice';
import { Panel } from '@quorate/ui/panel';
import { Skeleton } from '@quorate/ui/skeleton';
import { TextLink } from '../../../ui/text-link.tsx';
import { planFacts } from '../plan-figures.ts';
import { type Order, priceOf } from './order.ts';
import type { PlanChoice } from './plan-choice.ts';
import type { Prices } from './provider-events.ts';
import { Totals } from './totals.tsx';

type OrderSummaryProps = {
  choice: PlanChoice;
  /** Null until the service has prepared it. */
  order: Order | null;
  /** There will be no order: what is not known stays away. */
  failed: boolean;
  prices: Prices | null;
};

/** What is bought, what it costs now and later, and what is promised about it. */
export function OrderSummary({ choice, order, failed, prices }: OrderSummaryProps) {
  const plan = LISTED_PLANS.find(({ name }) => name === choice.planName);
  const yearly = (order?.billing_cycle ?? choice.cycle) === 'yearly';
  return (
    <Panel title="Order summary">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <p className="font-serif text-heading font-medium">{choice.planName}</p>
          <p className="text-small text-muted">
            {yearly ? 'Annual subscription' : 'Monthly subscription'}
          </p>
        </div>
        <p>
          {order ? (
            <>
              <span className="font-serif text-[2rem] leading-none font-medium tabular-nums lining-nums">
                {priceOf(order)}
              </span>
              <span className="text-small text-muted">{yearly ? '/year' : '/month'}</span>
            </>
          ) : (
            !failed && <Skeleton className="h-8 w-28" />
          )}
        </p>
      </div>
      {yearly && (
        <p className="mt-2 text-small text-muted">
          <Badge tone="brand">Save 20%</Badge>{' '}
          <span className="ml-1">
            Two months free
            {order &&
              `: ${formatMoney(order.amount / 12, order.currency)} a month, billed annually`}
            .
          </span>
        </p>
      )}
      {order && order.billing_cycle !== choice.cycle && (
        <Notice className="mt-3">This plan is billed by the month here.</Notice>
      )}
      {plan && (
        <dl className="mt-4 border-t border-line pt-3 text-small">
          {planFacts(plan).map(([name, value]) => (
            <div
              key={name}
              className="flex flex-wrap items-baseline justify-between gap-x-3 py-0.5"
            >
              <dt className="text-muted">{name}</dt>
              <dd className="figures text-[0.8438rem] font-medium">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {!failed && <Totals prices={prices} />}
      <p className="mt-4 border-t border-line pt-3 text-small text-muted">
        30-day money-back guarantee. By paying you agree to the{' '}
        <TextLink to="/terms">Terms of Service</TextLink> and the{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>; see also the{' '}
        <TextLink to="/refund">Refund Policy</TextLink>.
      </p>
    </Panel>
  );
}
