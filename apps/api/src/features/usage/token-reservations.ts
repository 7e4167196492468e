import { isUnlimitedTokens } from '@quorate/contract/plans';
import type { Usage } from '@quorate/contract/usage';
import type { Brand } from '@quorate/values/brand';
import type { UserId } from '@quorate/values/ids';
import type { RawBuilder } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { Entitlements } from '../entitlements.ts';
import {
  deleteReservation,
  holdReservation,
  insertReservation,
  lockCycle,
  openCycle,
  type Question,
  settleReservation,
  type TokenCount,
} from './usage.queries.ts';
import { type UsageDeps, usageOf } from './usage.service.ts';

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
export function tokenLimitReached(
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
export async function tryToReserve(
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
