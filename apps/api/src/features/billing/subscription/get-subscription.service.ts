import type { Reply } from '@quorate/contract/endpoint';
import type { getSubscription as getCall } from '@quorate/contract/subscription';
import type { UserId } from '@quorate/values/ids';
import type { BillingDeps } from '../billing.deps.ts';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import { findOpenClaim } from '../purchase/claim-mark.ts';
import { findLiving } from './subscription.queries.ts';
import { subscriptionView } from './subscription-view.ts';

const HOUR_MS = 3_600_000;

/** @throws AppError unauthorized when the account is gone */
export async function getSubscription(
  deps: Pick<BillingDeps, 'db' | 'clock' | 'provider'>,
  userId: UserId,
): Promise<Omit<Reply<typeof getCall>, 'success'>> {
  const { db, clock, provider } = deps;
  const [row] = await findLiving(db, userId);
  const { plan, source } = await readEntitlements(deps, userId);
  return {
    subscription: row ? subscriptionView(row) : null,
    plan_name: plan.name,
    plan_source: source,
    pending_payment: await findOpenClaim(db, userId, new Date(clock.now() - HOUR_MS)),
    test_mode: provider !== null && provider.environment !== 'production',
  };
}
