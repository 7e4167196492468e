import { PAPER_SERVER } from '@quorate/contract/trade-sync';
import type { UserId } from '@quorate/values/ids';
import type { Entitlements } from '../../entitlements.ts';
import { isUsedOfDay } from './day-limits.queries.ts';
import { dayOf, type UseOfDay, useOfDay } from './day-limits.ts';
import { type Reservation, reserveTokens, tryToReserve } from './token-reservations.ts';
import type { UsageDeps } from './usage.service.ts';

/**
 * Counts a call against the limits of the day, and sets its tokens aside. Most calls are about a symbol and
 * an account of earlier ones: these take one statement. To be called within the transaction of
 * `beginMetering`.
 *
 * @throws AppError the limit that was reached: of symbols, of terminal accounts, or of tokens
 */
export async function admitCall(
  deps: UsageDeps,
  userId: UserId,
  entitled: Entitlements,
  { tokens, ...used }: UseOfDay & Readonly<{ tokens: number }>,
): Promise<Reservation> {
  const { symbol, account } = used;
  const accountId = account.server === PAPER_SERVER ? null : account.id;
  const isUsed = isUsedOfDay(userId, dayOf(deps), { symbol, accountId });
  const { reservation } = await tryToReserve(deps, userId, entitled, tokens, isUsed);
  if (reservation) return reservation;
  await useOfDay(deps, userId, entitled, used);
  return reserveTokens(deps, userId, entitled, tokens);
}
