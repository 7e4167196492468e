import { isUnlimitedTokens, UNLIMITED } from '@quorate/contract/plans';
import type { Usage } from '@quorate/contract/usage';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import type { Entitlements } from '../entitlements.ts';
import { countTokensOfCycle, type TokenCount } from './usage.queries.ts';

export type UsageDeps = Readonly<{ db: Db; clock: Clock }>;

/**
 * Token figures of the cycle. What remains is what a new call could have: neither used, nor reserved by
 * a call that is under way. So used and remaining tokens may for a moment be fewer than the limit.
 */
export async function readUsage(
  { db, clock }: UsageDeps,
  userId: UserId,
  entitled: Entitlements,
): Promise<Usage> {
  const now = new Date(clock.now());
  return usageOf(entitled, await countTokensOfCycle(db, userId, entitled.cycle, now));
}

/** The same figures of tokens that are counted already. */
export function usageOf(
  { plan, cycle }: Pick<Entitlements, 'plan' | 'cycle'>,
  { used, reserved }: TokenCount,
): Usage {
  const { tokens: limit } = plan.granted;
  const unlimited = isUnlimitedTokens(limit);
  return {
    token_limit: unlimited ? UNLIMITED : limit,
    tokens_used: used,
    tokens_remaining: unlimited ? UNLIMITED : Math.max(0, limit - used - reserved),
    period_start: cycle.start.toISOString(),
    period_end: cycle.end.toISOString(),
  };
}
