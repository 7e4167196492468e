import { isUnlimitedTokens, type Plan, UNLIMITED } from '@quorate/contract/plans';
import type { Usage } from '@quorate/contract/usage';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import type { Entitlements } from '../../entitlements.ts';
import type { SignedInUser } from '../../plugins/auth.ts';
import {
  addSymbolOfDay,
  lockCycle,
  openCycle,
  symbolsOfDay,
  takeTokens,
  tokensUsed,
} from './usage.queries.ts';

export type UsageDeps = { db: Db; clock: Clock };

const DAY_MS = 86_400_000;

export async function readUsage(
  deps: UsageDeps,
  user: SignedInUser,
  { plan, cycle }: Entitlements,
): Promise<Usage> {
  return usageOf(plan, cycle, await tokensUsed(deps.db, user.id, cycle));
}

/**
 * Opens the metering of one call: until the caller's transaction ends, no other call of this user
 * passes this point, so that limits that are counted and then added to hold exactly.
 */
export async function beginMetering(
  deps: UsageDeps,
  user: SignedInUser,
  { cycle }: Entitlements,
): Promise<void> {
  await openCycle(deps.db, user.id, cycle);
  await lockCycle(deps.db, user.id, cycle);
}

/** @throws AppError token_limit_reached, with when the count starts again */
export async function spendTokens(
  deps: UsageDeps,
  user: SignedInUser,
  { plan, cycle }: Entitlements,
  tokens: number,
): Promise<Usage> {
  const limit = isUnlimitedTokens(plan.granted.tokens) ? null : plan.granted.tokens;
  const used = await takeTokens(deps.db, user.id, cycle, { tokens, limit });
  if (used === null) {
    throw new AppError('token_limit_reached', {
      details: {
        plan_name: plan.name,
        limit: plan.granted.tokens,
        actual: await tokensUsed(deps.db, user.id, cycle),
        needed: tokens,
        until: cycle.end.toISOString(),
      },
    });
  }
  return usageOf(plan, cycle, used);
}

/**
 * Counts a symbol as in use today. A day is a UTC day of the service's clock, so that a trader can
 * change symbols from one day to the next.
 *
 * @throws AppError symbol_limit_reached, naming the symbols in use
 */
export async function useSymbol(
  deps: UsageDeps,
  user: SignedInUser,
  { plan }: Entitlements,
  symbol: string,
): Promise<void> {
  const now = deps.clock.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const inUse = await symbolsOfDay(deps.db, user.id, day);
  if (inUse.includes(symbol)) return;
  const limit = plan.granted.symbols;
  if (limit !== UNLIMITED && inUse.length >= limit) {
    throw new AppError('symbol_limit_reached', {
      details: {
        plan_name: plan.name,
        limit,
        actual: inUse.length,
        symbols: inUse.join(', '),
        symbol,
        until: new Date(Date.parse(day) + DAY_MS).toISOString(),
      },
    });
  }
  await addSymbolOfDay(deps.db, user.id, day, symbol);
}

function usageOf(plan: Plan, cycle: Entitlements['cycle'], used: number): Usage {
  const unlimited = isUnlimitedTokens(plan.granted.tokens);
  return {
    token_limit: unlimited ? UNLIMITED : plan.granted.tokens,
    tokens_used: used,
    tokens_remaining: unlimited ? UNLIMITED : Math.max(0, plan.granted.tokens - used),
    period_start: cycle.start.toISOString(),
    period_end: cycle.end.toISOString(),
  };
}
