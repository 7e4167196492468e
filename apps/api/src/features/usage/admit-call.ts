import type { UserId } from '@quorate/values/ids';
import type { Entitlements } from '../entitlements.ts';
import { isUsedOfDay } from './day-limits.queries.ts';
import { dayOf, type UseOfDay, useOfDay } from './day-limits.ts';
import { type Reservation, tokenLimitReached, tryToReserve } from './token-reservations.ts';
import type { Question } from './usage.queries.ts';
import type { UsageDeps } from './usage.service.ts';

/**
 * Counts a call against the limits of the day, and sets its tokens aside. Most calls are about a symbol and
 * an account of earlier ones: these take one statement. To be called within the transaction of
 * `beginMetering`.
 *
 * @param call.question what is asked: one call of the user's asks it
 * @returns null when another one is at it, or has its answer
 * @throws AppError the limit that was reached: of symbols, of terminal or paper accounts, or of tokens
 */
export async function admitCall(
  deps: UsageDeps,
  userId: UserId,
  entitled: Entitlements,
  { tokens, question, ...used }: UseOfDay & Readonly<{ tokens: number; question: Question }>,
): Promise<Reservation | null> {
  const { symbol, account } = used;
  const accountId = account.id;
  const onlyIf = isUsedOfDay(userId, dayOf(deps), { symbol, accountId });
  const known = await tryToReserve(deps, userId, entitled, tokens, { onlyIf, question });
  if (known.reservation || known.asked) return known.reservation;
  await useOfDay(deps, userId, entitled, used);
  const outcome = await tryToReserve(deps, userId, entitled, tokens, { question });
  if (outcome.reservation || outcome.asked) return outcome.reservation;
  throw tokenLimitReached(entitled, outcome, tokens);
}
