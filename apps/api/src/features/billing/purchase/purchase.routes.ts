import {
  type BillingCycleName,
  getCheckoutSettings,
  startCheckout as startCall,
  upgradePlan as upgradeCall,
} from '@quorate/contract/checkout';
import type { Reply } from '@quorate/contract/endpoint';
import type { PlanName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { BillingDeps, Provider, SellingDeps } from '../billing.deps.ts';
import { makeCheckoutToken } from '../checkout-token.ts';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import { majorUnits } from '../money-words.ts';
import { expectAnswer } from '../subscription/provider-answer.ts';
import { createPriceCheck, type IsPriceRight } from './price-check.ts';
import { findRunningPlan } from './purchase.queries.ts';
import { upgradePlan } from './upgrade.service.ts';

const HOUR_MS = 3_600_000;
const ACCEPTED = 202;

export function registerPurchase(route: Route, deps: BillingDeps): void {
  const { checkouts, upgrades } = deps.limits;
  const perHour = (what: string, limit: number, words: string) => ({
    what,
    limit,
    windowMs: HOUR_MS,
    words: `${limit} ${words} an hour`,
  });
  const checkoutLimit = perHour('checkout', checkouts, 'checkouts');
  const upgradeLimit = perHour('upgrade', upgrades, 'questions about payments');
  const isPriceRight = createPriceCheck(deps);

  route(getCheckoutSettings, async () => ({
    success: true,
    settings: deps.provider && providerSettings(deps.provider),
  }));

  route(startCall, async ({ body }, { user, reply }) => {
    const selling = expectSelling(deps);
    await countAgainst(deps, checkoutLimit, user.id);
    reply.header('cache-control', 'no-store');
    return {
      success: true,
      checkout: await startCheckout({ ...selling, isPriceRight }, user, body),
    };
  });

  route(upgradeCall, async ({ body }, { user, reply }) => {
    const selling = expectSelling(deps);
    // Every question about a made-up number costs one at the provider.
    await countAgainst(deps, upgradeLimit, user.id);
    const { plan_name, transaction_id: transactionId } = body;
    const status = await upgradePlan(selling, {
      userId: user.id,
      planName: plan_name,
      transactionId,
    });
    if (status === 'pending') reply.code(ACCEPTED);
    const message =
      status === 'active'
        ? `You are on the ${plan_name} plan now.`
        : `Your payment is being confirmed. The ${plan_name} plan begins automatically as soon as it is; you may leave this page.`;
    return { success: true, status, plan_name, message };
  });
}

/** @throws AppError billing_off */
function expectSelling(deps: BillingDeps): SellingDeps {
  const { provider } = deps;
  if (!provider) throw new AppError('billing_off');
  return { ...deps, provider };
}

type Checkout = Reply<typeof startCall>['checkout'];
type Choice = Readonly<{ plan_name: PlanName; billing_cycle: BillingCycleName }>;

/**
 * @throws AppError invalid_plan for one that is not sold, or not for what the pages show;
 * subscribed_already, as changing a subscription is another call; payments_unreachable
 */
async function startCheckout(
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

type Settings = NonNullable<Reply<typeof getCheckoutSettings>['settings']>;

/** What browsers may know of the provider: nothing in it is secret. */
function providerSettings(provider: Provider): Settings {
  return {
    environment: provider.environment,
    client_token: provider.clientToken,
    script: provider.script,
  };
}
