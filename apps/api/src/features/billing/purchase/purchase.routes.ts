import {
  getCheckoutSettings,
  startCheckout as startCall,
  upgradePlan as upgradeCall,
} from '@quorate/contract/checkout';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import { countAgainst } from '../../../http/rate-limit.ts';
import type { BillingDeps, SellingDeps } from '../billing.deps.ts';
import { createPriceCheck } from './price-check.ts';
import { providerSettings } from './provider-settings.ts';
import { startCheckout } from './start-checkout.service.ts';
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
        : `Your payment is being confirmed. The ${plan_name} plan begins by itself as soon as it is; you may leave this page.`;
    return { success: true, status, plan_name, message };
  });
}

/** @throws AppError billing_off */
function expectSelling(deps: BillingDeps): SellingDeps {
  const { provider } = deps;
  if (!provider) throw new AppError('billing_off');
  return { ...deps, provider };
}
