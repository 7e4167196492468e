import { isUnlimitedTokens } from '@quorate/contract/plans';
import type { Usage } from '@quorate/contract/usage';
import type { Brand } from '@quorate/values/brand';
import type { UserId } from '@quorate/values/ids';
import type { RawBuilder } from 'kysely';
import { type Batch, batchBy } from '../../db/batch.ts';
import { newId } from '../../db/ids.ts';
import { allInOneTrip } from '../../db/one-trip.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { VoteTokens } from '../../models/panel.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import { createDayBudget } from './day-budget.ts';
import { dayOf, endOf, isUsedOfDay, type UseOfDay, useOfDay } from './day-limits.ts';
import { createRequestRate } from './request-rate.ts';
import {
  deleteReservation,
  holdReservation,
  insertReservations,
  isUnderWay,
  lockCycle,
  openCycle,
  type Question,
  settleReservations,
  type TokenCount,
} from './usage.queries.ts';
import { readUsage, type UsageDeps, usageOf } from './usage.service.ts';

type RateDeps = Omit<Parameters<typeof createRequestRate>[0], 'readEntitlements'>;
type Call = UseOfDay & Readonly<{ tokens: VoteTokens; question: Question }>;

export type Metering = ReturnType<typeof createMetering>;

/** Tokens that are set aside for a vote, of its user's plan and of the day of all Free accounts. */
export type VoteReservation = Omit<Reservation, 'settle'> &
  Readonly<{ settle(db: Db, tokens: VoteTokens): Promise<Usage> }>;

/** What an analysis is counted by, and held to the limits of its user's plan. */
export function createMetering(deps: RateDeps & Readonly<{ freeTokensPerDay: number }>) {
  const { clock, freeTokensPerDay } = deps;
  const tokens = createTokens(deps);
  const budget = createDayBudget({ clock }, 'free_spending', freeTokensPerDay);

  /**
   * What all Free accounts together may spend on a UTC day: a flood of sign-ups costs the operator no more.
   *
   * @param reservation given back where it is refused
   * @param paid the most tokens that the vote takes of models whose tokens the operator pays for
   * @throws AppError free_tokens_spent
   */
  async function setFreeAside(
    db: Db,
    entitled: Entitlements,
    reservation: Reservation,
    paid: number,
  ): Promise<VoteReservation> {
    const { settle } = reservation;
    if (!isOfFreeDay(entitled, paid))
      return { ...reservation, settle: (handle, taken) => settle(handle, taken.all) };
    const free = await budget.reserve(db, paid);
    if (!free) {
      await reservation.release(db);
      throw new AppError('free_tokens_spent', {
        details: { limit: freeTokensPerDay, needed: paid, until: endOf(dayOf(deps)) },
      });
    }
    return {
      ...reservation,
      async settle(handle, taken) {
        // Begun together, whatever else the transaction begins comes after both; and ended together.
        const [usage, day] = await Promise.allSettled([
          settle(handle, taken.all),
          free.settle(handle, taken.paid),
        ]);
        if (usage.status === 'rejected') throw usage.reason;
        if (day.status === 'rejected') throw day.reason;
        return usage.value;
      },
    };
  }

  return {
    countRequest: createRequestRate({ ...deps, readEntitlements }),
    isUnderWay,
    readUsage,
    /** See `createTokens`; @throws AppError free_tokens_spent besides */
    async admitCall(
      tx: Db,
      userId: UserId,
      entitled: Entitlements,
      call: Call,
    ): Promise<VoteReservation | null> {
      const { all, paid } = call.tokens;
      const reservation = await tokens.admitCall(tx, userId, entitled, { ...call, tokens: all });
      return reservation && setFreeAside(tx, entitled, reservation, paid);
    },
    /** See `createTokens`; @returns null also where the day of all Free accounts is to be asked */
    async admitKnown(
      db: Db,
      userId: UserId,
      entitled: Entitlements,
      call: Call,
    ): Promise<VoteReservation | null> {
      const { all, paid } = call.tokens;
      if (isOfFreeDay(entitled, paid)) return null;
      const reservation = await tokens.admitKnown(db, userId, entitled, { ...call, tokens: all });
      return reservation && setFreeAside(db, entitled, reservation, paid);
    },
    /** See `createTokens`; @throws AppError free_tokens_spent besides */
    async reserve(
      userId: UserId,
      entitled: Entitlements,
      { all, paid }: VoteTokens,
    ): Promise<VoteReservation> {
      const reservation = await tokens.reserve(userId, entitled, all);
      return setFreeAside(deps.db, entitled, reservation, paid);
    },
  };
}

function isOfFreeDay({ plan }: Entitlements, paid: number): boolean {
  return plan.name === 'Free' && paid > 0;
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

type Wanted = Readonly<{
  userId: UserId;
  entitled: Entitlements;
  id: ReservationId;
  tokens: number;
}>;

/**
 * Tokens of the users' plans: set aside for a call, the most it can take, and settled or released when it has
 * ended. A user's cycle is locked while it is counted, so that limits hold exactly on any number of copies;
 * calls of one user at the same moment share the lock, the statement and the wait for the disk.
 */
export function createTokens({ db, clock }: UsageDeps) {
  const keyOf = ({ userId, entitled: { plan, cycle } }: Wanted) =>
    JSON.stringify([userId, cycle, plan.granted.tokens]);
  const reserveTogether = batchBy(
    (wanted: Batch<Wanted>) =>
      db.transaction().execute(async (tx) => {
        await beginMetering(tx, wanted[0]);
        return insert(tx, wanted);
      }),
    { keyOf, atOnce: 1 },
  );
  const settleTogether = batchBy((taken: Batch<Wanted>) => settleAll(db, taken), {
    keyOf,
    atOnce: 1,
  });

  function insert(
    tx: Db,
    wanted: Batch<Wanted>,
    { onlyIf, question = null }: { onlyIf?: RawBuilder<boolean>; question?: Question | null } = {},
  ) {
    const [{ userId, entitled }] = wanted;
    const { tokens: granted } = entitled.plan.granted;
    const now = clock.now();
    const terms = {
      limit: isUnlimitedTokens(granted) ? null : granted,
      now: new Date(now),
      expiresAt: new Date(now + RESERVATION_MS),
      holdMs: HOLD_MS,
    };
    return insertReservations(tx, userId, entitled.cycle, { wanted, question, ...terms }, onlyIf);
  }

  function settleAll(handle: Db, taken: Batch<Wanted>): Promise<TokenCount> {
    const [{ userId, entitled }] = taken;
    const ids = taken.map(({ id }) => id);
    const tokens = taken.reduce((sum, each) => sum + each.tokens, 0);
    const now = new Date(clock.now());
    return settleReservations(handle, userId, entitled.cycle, { ids, tokens, now });
  }

  function reservationOf(wanted: Wanted): Reservation {
    const { userId, entitled, id } = wanted;
    return {
      async settle(handle, tokens) {
        const taken = { ...wanted, tokens };
        const count = handle.isTransaction ? settleAll(handle, [taken]) : settleTogether(taken);
        return usageOf(entitled, await count);
      },
      release: (handle) => deleteReservation(handle, userId, id, new Date(clock.now())),
      hold: (handle) =>
        holdReservation(handle, userId, { id, now: new Date(clock.now()), holdMs: HOLD_MS }),
    };
  }

  return {
    /** Outside of any transaction. @throws AppError token_limit_reached, with when the count starts again */
    async reserve(userId: UserId, entitled: Entitlements, tokens: number): Promise<Reservation> {
      const wanted = { userId, entitled, id: newId<ReservationId>(), tokens };
      const { held, ...count } = await reserveTogether(wanted);
      if (held.includes(wanted.id)) return reservationOf(wanted);
      throw tokenLimitReached(entitled, count, tokens);
    },

    /**
     * The same as `admitCall` for most calls, outside of any transaction and in fewer trips to the database:
     * where the symbol and the account were used today, and tokens are left.
     *
     * @returns null for any other call: nothing is counted then, and `admitCall` says why
     */
    async admitKnown(
      db: Db,
      userId: UserId,
      entitled: Entitlements,
      { tokens, question, ...used }: UseOfDay & Readonly<{ tokens: number; question: Question }>,
    ): Promise<Reservation | null> {
      const wanted = { userId, entitled, id: newId<ReservationId>(), tokens };
      const onlyIf = isUsedOfDay(userId, dayOf({ clock }), used);
      const [isLocked, { held }] = await allInOneTrip(db, [
        (tx) => lockCycle(tx, userId, entitled.cycle),
        (tx) => insert(tx, [wanted], { onlyIf, question }),
      ]);
      if (held.length === 0) return null;
      const reservation = reservationOf(wanted);
      if (isLocked) return reservation;
      // The cycle has no row yet: nothing was locked, and what is set aside need not be within the limit.
      await reservation.release(db);
      return null;
    },

    /**
     * Counts a call against the limits of the day, too. Most calls are about a symbol and an account of earlier
     * ones: these take one statement. The user's other calls wait until the transaction ends.
     *
     * @param call.question what is asked: one call of the user's asks it
     * @returns null when another one is at it, or has its answer
     * @throws AppError the limit that was reached: of symbols, of terminal or paper accounts, or of tokens
     */
    async admitCall(
      tx: Db,
      userId: UserId,
      entitled: Entitlements,
      { tokens, question, ...used }: UseOfDay & Readonly<{ tokens: number; question: Question }>,
    ): Promise<Reservation | null> {
      const handle = { db: tx, clock };
      const wanted = { userId, entitled, id: newId<ReservationId>(), tokens };
      await beginMetering(tx, wanted);
      const onlyIf = isUsedOfDay(userId, dayOf(handle), used);
      const known = await insert(tx, [wanted], { onlyIf, question });
      if (known.held.length > 0) return reservationOf(wanted);
      if (known.asked) return null;
      await useOfDay(handle, userId, entitled, used);
      const { held, asked, ...count } = await insert(tx, [wanted], { question });
      if (held.length > 0) return reservationOf(wanted);
      if (asked) return null;
      throw tokenLimitReached(entitled, count, tokens);
    },
  };
}

/**
 * Until the transaction ends, no other call of this user passes this point, so that limits that are counted
 * and then added to hold exactly. That transaction alone may be forgotten by a crash of the database, as the
 * calls it lets through would be.
 */
async function beginMetering(tx: Db, { userId, entitled: { cycle } }: Wanted): Promise<void> {
  if (await lockCycle(tx, userId, cycle)) return;
  await openCycle(tx, userId, cycle);
  await lockCycle(tx, userId, cycle);
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
