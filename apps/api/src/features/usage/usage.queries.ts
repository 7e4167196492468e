import type { UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';

type BillingCycle = Entitlements['cycle'];

/** Tokens of a cycle: what was used, and what calls that are under way have reserved. */
export type TokenCount = { used: number; reserved: number };

/** In one statement: a call that is settled meanwhile counts as used or as reserved, never twice or not at all. */
export async function countTokensOfCycle(
  db: Db,
  userId: UserId,
  cycle: BillingCycle,
  now: Date,
): Promise<TokenCount> {
  const { rows } = await sql<TokenCount>`${prepared}
    select
      coalesce((
        select tokens_used from token_usage where user_id = ${userId} and period_start = ${cycle.start}
      ), 0)::bigint as used,
      coalesce((
        select sum(tokens) from token_reservations
        where user_id = ${userId} and period_start = ${cycle.start} and expires_at > ${now}
      ), 0)::bigint as reserved
  `.execute(db);
  return rows[0] ?? { used: 0, reserved: 0 };
}

/** Makes the cycle's row if it is the first call of the cycle. */
export async function openCycle(db: Db, userId: UserId, cycle: BillingCycle): Promise<void> {
  await db
    .insertInto('token_usage')
    .values({ user_id: userId, period_start: cycle.start, period_end: cycle.end, tokens_used: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Serialises what one user's calls do within a cycle until the transaction ends, and lets that end without
 * a wait for the disk: what a crash would lose of it is a call that was let through and that died as well.
 *
 * @returns false when the cycle has no row yet, and nothing is locked
 */
export async function lockCycle(db: Db, userId: UserId, cycle: BillingCycle): Promise<boolean> {
  const { rows } = await sql`${prepared}
    select set_config('synchronous_commit', 'off', true) from token_usage
    where user_id = ${userId} and period_start = ${cycle.start}
    for update
  `.execute(db);
  return rows.length > 0;
}

/** What is asked, where the same must not be asked twice. */
export type Question = Readonly<{
  /** The user's name for it. */
  name: string;
  /** Whether its answer is there: whoever looked before may have looked too early. */
  isAnswered: RawBuilder<boolean>;
}>;

type NewReservations = Readonly<{
  wanted: readonly Readonly<{ id: string; tokens: number }>[];
  /** Tokens of the cycle; null for any number of them. */
  limit: number | null;
  now: Date;
  expiresAt: Date;
  /** null: whoever else asks the same is none of its business. */
  question: Question | null;
  /** How long the question is under way, unless it is said again. */
  holdMs: number;
}>;

/**
 * By the database's clock, as copies of the service need not agree; of now, however long a lock was waited for.
 * What is held for longer than anything is was held before that clock was put back.
 */
const isHeld = sql`held_until > clock_timestamp() and held_until < clock_timestamp() + interval '1 minute'`;

/**
 * Sets tokens aside where they are to be had, unless somebody else has asked the question. Those of a call
 * that asked it and has died are free from then on. Exact within the lock of `lockCycle`: of several, those
 * that want least come first, so that one that is refused leaves nothing that a later one could have.
 *
 * @param onlyIf holds for those that may have them at all
 * @returns what the cycle held before, whether somebody else has asked, and whose tokens are set aside
 */
export async function insertReservations(
  db: Db,
  userId: UserId,
  cycle: BillingCycle,
  { wanted, limit, now, expiresAt, question, holdMs }: NewReservations,
  onlyIf: RawBuilder<boolean> = sql`true`,
): Promise<TokenCount & { asked: boolean; held: string[] }> {
  const name = question?.name ?? null;
  const ids = wanted.map(({ id }) => id);
  const tokens = wanted.map((each) => each.tokens);
  const { rows } = await sql<TokenCount & { asked: boolean; held: string[] }>`${prepared}
    with counted as (
      select
        coalesce((
          select tokens_used from token_usage where user_id = ${userId} and period_start = ${cycle.start}
        ), 0)::bigint as used,
        coalesce((
          select sum(tokens) from token_reservations
          where user_id = ${userId} and period_start = ${cycle.start} and expires_at > ${now}
            and coalesce(question <> ${name}::text, true)
        ), 0)::bigint as reserved,
        exists (
          select from token_reservations
          where user_id = ${userId} and question = ${name}::text and ${isHeld}
        ) or ${question?.isAnswered ?? sql`false`} as asked
    ), dead as (
      delete from token_reservations
      where user_id = ${userId} and question = ${name}::text and not (${isHeld})
    ), held as (
      insert into token_reservations (id, user_id, period_start, tokens, expires_at, question, held_until)
      select id, ${userId}::uuid, ${cycle.start}::timestamptz, tokens, ${expiresAt}::timestamptz,
        ${name}::text, clock_timestamp() + ${holdMs}::bigint * interval '1 millisecond'
      from counted, (
        select id, tokens, sum(tokens) over (order by tokens, id) as up_to_it
        from unnest(${ids}::uuid[], ${tokens}::bigint[]) as each (id, tokens)
      ) wanted
      where not asked
        and (${limit}::bigint is null or used + reserved + up_to_it <= ${limit}::bigint)
        and ${onlyIf}
      returning id
    )
    select used, reserved, asked, array(select id::text from held) as held from counted
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a count of tokens gave no row');
  return row;
}

/** Says that the call is still under way, unless it has expired or another one has taken its question over. */
export async function holdReservation(
  db: Db,
  userId: UserId,
  { id, now, holdMs }: Readonly<{ id: string; now: Date; holdMs: number }>,
): Promise<void> {
  await sql`${prepared}
    update token_reservations
    set held_until = clock_timestamp() + ${holdMs}::bigint * interval '1 millisecond'
    where user_id = ${userId}::uuid and id = ${id}::uuid and expires_at > ${now}::timestamptz
  `.execute(db);
}

/** Whether a question of that name is being asked, by whichever copy of the service. */
export async function isUnderWay(db: Db, userId: UserId, name: string): Promise<boolean> {
  const { rows } = await sql`${prepared}
    select from token_reservations
    where user_id = ${userId}::uuid and question = ${name}::text and ${isHeld}
  `.execute(db);
  return rows.length > 0;
}

/**
 * Counts tokens as used and removes their reservations. The cycle is opened again where a crash of the
 * database has forgotten it.
 *
 * @returns what the cycle holds from then on
 */
export async function settleReservations(
  db: Db,
  userId: UserId,
  cycle: BillingCycle,
  { ids, tokens, now }: Readonly<{ ids: readonly string[]; tokens: number; now: Date }>,
): Promise<TokenCount> {
  // A statement sees the rows as they were when it began: its own reservations are left out by name.
  const { rows } = await sql<TokenCount>`${prepared}
    with released as (
      delete from token_reservations
      where user_id = ${userId}::uuid and (id = any(${ids}::uuid[]) or expires_at <= ${now}::timestamptz)
    ), counted as (
      insert into token_usage (user_id, period_start, period_end, tokens_used)
      values (${userId}::uuid, ${cycle.start}::timestamptz, ${cycle.end}::timestamptz, ${tokens}::bigint)
      on conflict (user_id, period_start)
        do update set tokens_used = token_usage.tokens_used + excluded.tokens_used
      returning tokens_used
    )
    select
      tokens_used::bigint as used,
      coalesce((
        select sum(tokens) from token_reservations
        where user_id = ${userId}::uuid and period_start = ${cycle.start}::timestamptz
          and expires_at > ${now}::timestamptz and id <> all(${ids}::uuid[])
      ), 0)::bigint as reserved
    from counted
  `.execute(db);
  const [count] = rows;
  if (!count) throw new Error('settled tokens gave no row');
  return count;
}

/** Removes one, and whatever calls that died have left behind. */
export async function deleteReservation(
  db: Db,
  userId: UserId,
  id: string,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('token_reservations')
    .where('user_id', '=', userId)
    .where((row) => row.or([row('id', '=', id), row('expires_at', '<=', now)]))
    .execute();
}
