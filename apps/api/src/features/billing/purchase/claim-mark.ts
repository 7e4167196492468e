import type { PlanName } from '@quorate/contract/plans';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';

/** A payment that a browser told of and that is still open, as its user sees it. */
export type OpenClaim = Readonly<{ transaction_id: string; plan_name: PlanName }>;

type Mark = Readonly<{ userId: UserId; planName: PlanName; transactionId: string }>;

/** Beside what else a user was told: their payment is being confirmed. @example 'claim:Pro:txn_01h…' */
function noticeOf({ planName, transactionId }: Mark): string {
  return `claim:${planName}:${transactionId}`;
}

export async function markClaim(db: Db, clock: Clock, mark: Mark): Promise<void> {
  await db
    .insertInto('billing_notices')
    .values({ user_id: mark.userId, notice: noticeOf(mark), sent_at: new Date(clock.now()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unmarkClaim(db: Db, mark: Mark): Promise<void> {
  await db
    .deleteFrom('billing_notices')
    .where('user_id', '=', mark.userId)
    .where('notice', '=', noticeOf(mark))
    .execute();
}

/** The newest claim of a user since a moment that has put them on no plan yet, and still may. */
export async function findOpenClaim(
  db: Db,
  userId: UserId,
  since: Date,
): Promise<OpenClaim | null> {
  const row = await db
    .selectFrom('billing_notices as n')
    .leftJoin('transactions as t', (join) =>
      join.on(sql<boolean>`t.id = split_part(n.notice, ':', 3)`),
    )
    .select([
      sql<PlanName>`split_part(n.notice, ':', 2)`.as('plan_name'),
      sql<string>`split_part(n.notice, ':', 3)`.as('transaction_id'),
    ])
    .where('n.user_id', '=', userId)
    .where('n.notice', 'like', 'claim:%')
    .where('n.sent_at', '>', since)
    .where(
      // In brackets of its own: what stands beside it says whose payment is meant.
      sql<boolean>`(t.id is null or (
        t.user_id = n.user_id and t.plan_name is not null
        and t.status <> 'canceled' and t.granted_at is null
      ))`,
    )
    .orderBy('n.sent_at', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
