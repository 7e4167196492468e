import type { BillingCycleName, startCheckout as startCall } from '@quorate/contract/checkout';
import type { Reply } from '@quorate/contract/endpoint';
import type { PlanName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../../http/app-error.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { makeCheckoutToken } from '../checkout-token.ts';
import { readEntitlements } from '../entitlements/read-entitlements.ts';
import { majorUnits } from '../money-words.ts';
import { expectAnswer } from '../subscription/provider-answer.ts';
import type { IsPriceRight } from './price-check.ts';
import { providerSettings } from './provider-settings.ts';
import { findRunningPlan } from './purchase.queries.ts';

type Checkout = Reply<typeof startCall>['checkout'];
type Choice = Readonly<{ plan_name: PlanName; billing_cycle: BillingCycleName }>;

/**
 * @throws AppError invalid_plan for one that is not sold, or not for what the pages show;
 * subscribed_already, as changing a subscription is another call; payments_unreachable
 */
export async function startCheckout(
  deps: SellingDeps & Readonly<{ isPriceRight: IsPriceRight }>,
  user: Readonly<{ id: UserId; email: string }>,
  choice: Choice,
): Promise<Checkout> {
  const { provider } = deps;
  const offer = provider.prices.offer(choice.plan_name, choice.billing_cycle);
  if (!offer) throw new AppError('invalid_plan', { details: choice });
  await expectNotSubscribed(deps, user.id);
  const isRight = await expectAnswer(deps.isPriceRight(provider.payments, offer));
  if (!isRight) throw new AppError('invalid_plan', { details: choice });
  return {
    plan_name: offer.plan,
    billing_cycle: offer.cycle,
    amount: majorUnits(offer.amount, offer.currency),
    currency: offer.currency,
    price_id: offer.priceId,
    checkout_token: makeCheckoutToken(deps.sealing, user.id),
    email: user.email,
    ...providerSettings(provider),
  };
}

async function expectNotSubscribed(deps: SellingDeps, userId: UserId): Promise<void> {
  const running = await findRunningPlan(deps.db, userId);
  const { plan, source } = await readEntitlements(deps, userId);
  // Paid for a moment ago, and its subscription follows: a second checkout would be a second subscription.
  const held = running?.plan_name ?? (source === 'payment' ? plan.name : null);
  if (running === null && held === null) return;
  throw new AppError('subscribed_already', { details: { plan_name: held ?? 'running' } });
}
