import { msg } from '@lingui/core/runtime-macro';
import type { BillingCycleName } from '@quorate/contract/checkout';
import { type PlanName, planByName } from '@quorate/contract/plans';
import { AppError } from '../../../http/app-error.ts';
import type { Words } from '../../../http/error-words.ts';
import { dayWords } from '../../../words/figures.ts';
import type { PlanChange } from '../payments.ts';
import type { Offer, PriceBook } from '../price-book.ts';
import type { SubscriptionRow } from './subscription.queries.ts';
import { endOf } from './subscription-view.ts';

export type PlanChoice = Readonly<{ plan_name: PlanName; billing_cycle: BillingCycleName }>;

/** @throws AppError invalid_plan */
export function offerFor(prices: PriceBook, choice: PlanChoice): Offer {
  const offer = prices.offer(choice.plan_name, choice.billing_cycle);
  if (!offer) throw notSold(choice);
  return offer;
}

/** As it stands in a sentence: 'billed monthly'. */
const CYCLE_WORDS = { monthly: msg`monthly`, yearly: msg`yearly` } as const;

export function notSold({ plan_name, billing_cycle }: PlanChoice): AppError {
  return new AppError('invalid_plan', {
    details: { plan_name, billing_cycle: CYCLE_WORDS[billing_cycle] },
  });
}

/** A day, for whoever reads it; 'its end' where it is not known. */
export function untilWords(day: Date | null): Words {
  return day === null ? msg`its end` : (i18n) => dayWords(i18n, day);
}

/**
 * How a subscription gets to an offer: what is dearer, or a year instead of months, is charged for at
 * once; the difference of a cheaper plan counts at the next bill.
 *
 * @throws AppError no_subscription, subscription_overdue, subscription_ending, plan_unchanged,
 * cycle_not_shortened
 */
export function planChange(row: SubscriptionRow, offer: Offer): PlanChange {
  if (row.cancel_requested === 'now' || row.status === 'paused')
    throw new AppError('no_subscription');
  if (row.status === 'past_due') throw new AppError('subscription_overdue');
  const end = endOf(row);
  if (end) throw new AppError('subscription_ending', { details: { until: untilWords(end) } });
  if (row.plan_name === offer.plan && row.billing_cycle === offer.cycle)
    throw new AppError('plan_unchanged', {
      details: { plan_name: offer.plan, billing_cycle: CYCLE_WORDS[offer.cycle] },
    });
  if (row.billing_cycle === 'yearly' && offer.cycle === 'monthly')
    throw new AppError('cycle_not_shortened', {
      details: { until: untilWords(row.period_end) },
    });
  const isDearer = planByName(offer.plan).id > planByName(row.plan_name ?? 'Free').id;
  const isLonger = offer.cycle === 'yearly' && row.billing_cycle !== 'yearly';
  return { priceId: offer.priceId, settle: isDearer || isLonger ? 'now' : 'next_bill' };
}
