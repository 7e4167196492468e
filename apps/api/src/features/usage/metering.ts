import { isUnlimitedTokens } from '@quorate/contract/plans';
import type { Usage } from '@quorate/contract/usage';
import type { Brand } from '@quorate/values/brand';
import type { UserId } from '@quorate/values/ids';
import type { RawBuilder } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { VoteTokens } from '../../models/panel.ts';
import type { Clock } from '../../process/clock.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import { createDayBudget } from './day-budget.ts';
import { dayOf, endOf, isUsedOfDay, type UseOfDay, useOfDay } from './day-limits.ts';
import { createRequestRate } from './request-rate.ts';
import {
  deleteReservation,
  holdReservation,
  insertReservation,
  isUnderWay,
  lockCycle,
  openCycle,
  type Question,
  settleReservation,
  type TokenCount,
} from './usage.queries.ts';
import { readUsage, type UsageDeps, usageOf } from './usage.service.ts';

type RateDeps = Omit<Parameters<typeof createRequestRate>[0], 'readEntitlements'>;
type Call = Omit<Parameters<typeof admitCall>[3], 'tokens'> & Readonly<{ tokens: VoteTokens }>;

export type Metering = ReturnType<typeof createMetering>;

/** What an analysis is counted by, and held to the limits of its user's plan. */
export function createMetering(deps: RateDeps & Readonly<{ freeTokensPerDay: number }>) {
  const free = createFreeTokens(deps, deps.freeTokensPerDay);
  return {
    countRequest: createRequestRate({ ...deps, readEntitlements }),
    beginMetering,
    isUnderWay,
    readUsage,
    async admitCall(
      handle: UsageDeps,
      userId: UserId,
      entitled: Entitlements,
      { tokens, ...call }: Call,
    ): Promise<VoteReservation | null> {
      const counted = { ...call, tokens: tokens.all };
      const reservation = await admitCall(handle, userId, entitled, counted);
      return reservation && free.setAside(handle.db, entitled, reservation, tokens.paid);
    },
    async reserveTokens(
      handle: UsageDeps,
      userId: UserId,
      entitled: Entitlements,
      tokens: VoteTokens,
    ): Promise<VoteReservation> {
      const reservation = await reserveTokens(handle, userId, entitled, tokens.all);
      return free.setAside(handle.db, entitled, reservation, tokens.paid);
    },
  };
}

/**
 * Counts a call against the limits of the day, and sets its tokens aside. Most calls are about a symbol and
 * an account of earlier ones: these take one statement. To be called within the transaction of
 * `beginMetering`.
 *
 * @param call.question what is asked: one call of the user's asks it
 * @returns null when another one is at it, or has its answer
 * @throws AppError the limit that was reached: of symbols, of terminal or paper accounts, or of tokens
 */
async function admitCall(
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

/** Tokens that are set aside for a vote, of its user's plan and of the day of all Free accounts. */
export type VoteReservation = Omit<Reservation, 'settle'> &
  Readonly<{ settle(db: Db, tokens: VoteTokens): Promise<Usage> }>;

type FreeTokens = Readonly<{
  /**
   * To be called within the transaction that made the reservation: what is refused has set nothing aside.
   *
   * @param paid the most tokens that the vote takes of models whose tokens the operator pays for
   * @throws AppError free_tokens_spent
   */
  setAside(
    db: Db,
    entitled: Entitlements,
    reservation: Reservation,
    paid: number,
  ): Promise<VoteReservation>;
}>;

/** What all Free accounts together may spend on a UTC day: a flood of sign-ups costs the operator no more. */
function createFreeTokens({ clock }: Readonly<{ clock: Clock }>, tokensPerDay: number): FreeTokens {
  const budget = createDayBudget({ clock }, 'free_spending', tokensPerDay);
  return {
    async setAside(db, { plan }, reservation, paid) {
      const { settle } = reservation;
      if (plan.name !== 'Free' || paid === 0)
        return { ...reservation, settle: (handle, tokens) => settle(handle, tokens.all) };
      const free = await budget.reserve(db, paid);
      if (!free)
        throw new AppError('free_tokens_spent', {
          details: { limit: tokensPerDay, needed: paid, until: endOf(dayOf({ clock })) },
        });
      return {
        ...reservation,
        async settle(handle, tokens) {
          await free.settle(handle, tokens.paid);
          return settle(handle, tokens.all);
        },
      };
    },
  };
}

const MINUTE_MS = 60_000;
/** Longer than any panel takes to answer. A call that has died frees its tokens after that by itself. */
const RESERVATION_MS = 10 * MINUTE_MS;
/** From a call that says nothing for so long, another copy of the service takes its question over. */
const HOLD_MS = 10_000;

type ReservationId = Brand<string, 'ReservationId'>;

/** Tokens that are set aside for a call, until it is known what it took. */
export type Reservation = Readonly<{
  /**
   * Replaces it by what the call really took, in the cycle it was made in. That is recorded also where
   * it is more than was reserved, or where the reservation has expired: it was spent.
   *
   * @returns the figures of the cycle from then on
   */
  settle(db: Db, tokens: number): Promise<Usage>;
  /** Gives it back for a call that took nothing. */
  release(db: Db): Promise<void>;
  /** Says that its call is under way; to be said every few seconds where others wait for the same question. */
  hold(db: Db): Promise<void>;
}>;

/**
 * Opens the metering of one call: until the caller's transaction ends, no other call of this user
 * passes this point, so that limits that are counted and then added to hold exactly. That transaction
 * alone may be forgotten by a crash of the database, as the call it lets through would be.
 */
export async function beginMetering(
  { db }: UsageDeps,
  userId: UserId,
  cycle: Entitlements['cycle'],
): Promise<void> {
  if (await lockCycle(db, userId, cycle)) return;
  await openCycle(db, userId, cycle);
  await lockCycle(db, userId, cycle);
}

/**
 * Sets tokens aside for a call, the most it can take. To be called within the transaction of
 * `beginMetering`; to be settled or released when the call has ended.
 *
 * @throws AppError token_limit_reached, with when the count starts again
 */
export async function reserveTokens(
  deps: UsageDeps,
  userId: UserId,
  entitled: Entitlements,
  tokens: number,
): Promise<Reservation> {
  const { reservation, ...count } = await tryToReserve(deps, userId, entitled, tokens);
  if (reservation) return reservation;
  throw tokenLimitReached(entitled, count, tokens);
}

/** @param needed what was not to be had */
function tokenLimitReached(
  { plan, cycle }: Entitlements,
  { used, reserved }: TokenCount,
  needed: number,
): AppError {
  return new AppError('token_limit_reached', {
    details: {
      plan_name: plan.name,
      limit: plan.granted.tokens,
      actual: used,
      needed,
      until: cycle.end.toISOString(),
      // Why tokens that seem to be there cannot be had: another call may take them.
      ...(reserved > 0 && { reserved }),
    },
  });
}

/**
 * The same, without an error where they are not to be had.
 *
 * @param options.onlyIf holds for those that may have them at all
 * @param options.question what is asked, where the same must not be asked twice
 * @returns `asked` where somebody else has asked it: then nothing is set aside
 */
async function tryToReserve(
  { db, clock }: UsageDeps,
  userId: UserId,
  entitled: Entitlements,
  tokens: number,
  { onlyIf, question }: Readonly<{ onlyIf?: RawBuilder<boolean>; question?: Question }> = {},
): Promise<TokenCount & { asked: boolean; reservation: Reservation | null }> {
  const { plan, cycle } = entitled;
  const now = clock.now();
  const { tokens: granted } = plan.granted;
  const id = newId<ReservationId>();
  const wanted = {
    id,
    tokens,
    limit: isUnlimitedTokens(granted) ? null : granted,
    now: new Date(now),
    expiresAt: new Date(now + RESERVATION_MS),
    question: question ?? null,
    holdMs: HOLD_MS,
  };
  const { held, ...count } = await insertReservation(db, userId, cycle, wanted, onlyIf);
  if (!held) return { ...count, reservation: null };
  const release = (tx: Db) => deleteReservation(tx, userId, id, new Date(clock.now()));
  return {
    ...count,
    reservation: {
      async settle(tx, taken) {
        const settled = { id, tokens: taken, now: new Date(clock.now()) };
        return usageOf(entitled, await settleReservation(tx, userId, cycle, settled));
      },
      release,
      hold: (handle) =>
        holdReservation(handle, userId, { id, now: new Date(clock.now()), holdMs: HOLD_MS }),
    },
  };
}
