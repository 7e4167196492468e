import { DAY_MS } from '@quorate/values/instant';
import { type RawBuilder, sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';

type Deps = Readonly<{ db: Db; clock: Clock }>;

const HOUR_MS = 3_600_000;
/** A decision is stored well within this time after the moment that it bears. */
const LATE_MS = 10 * 60_000;
/** Spans of one run: a record of years is summed up over several runs, each short. */
const SPANS_MAX = 50;

/**
 * Adds to the sums by day what models have cost up to the last full hour, each decision once however many
 * services do it. What comes after is counted when somebody looks.
 *
 * @returns how many spans were added
 */
export async function sumUpSpend({ db, clock }: Deps): Promise<number> {
  const until = Math.floor((clock.now() - LATE_MS) / HOUR_MS) * HOUR_MS;
  for (let spans = 0; spans < SPANS_MAX; spans += 1)
    if (!(await addNextSpan(db, until))) return spans;
  return SPANS_MAX;
}

/** @returns false when there is nothing left to add */
async function addNextSpan(db: Db, until: number): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const mark = await lockSummedUntil(tx);
    if (mark === null) return begin(tx, until);
    // At most a day at a time, so that no transaction is long.
    const to = Math.min(until, mark.getTime() + DAY_MS);
    if (to <= mark.getTime()) return false;
    await addSpan(tx, mark, new Date(to));
    return true;
  });
}

async function begin(tx: Db, until: number): Promise<boolean> {
  const first = await findFirstDecision(tx);
  if (first === null || first.getTime() >= until) return false;
  const summed_until = new Date(Math.floor(first.getTime() / HOUR_MS) * HOUR_MS);
  // Of two services that both begin, one does.
  await tx
    .insertInto('spend_progress')
    .values({ one: true, summed_until })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

/** The UTC day of a moment as text. @example 2025-01-02 */
export const dayOf = (moment: RawBuilder<unknown>) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD')`;

/** Up to when decisions are in the sums; null before the first of them. */
export async function findSummedUntil(db: Db): Promise<Date | null> {
  const row = await db.selectFrom('spend_progress').select('summed_until').executeTakeFirst();
  return row?.summed_until ?? null;
}

/** The same, held until the transaction ends: two services never add the same decisions. */
async function lockSummedUntil(tx: Db): Promise<Date | null> {
  const row = await tx
    .selectFrom('spend_progress')
    .select('summed_until')
    .forUpdate()
    .executeTakeFirst();
  return row?.summed_until ?? null;
}

/** When the first decision of all was made; null without any. */
async function findFirstDecision(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('decisions')
    .modifyFront(acrossUsers('where sums of spend begin'))
    .select('decided_at')
    .orderBy('decided_at')
    .limit(1)
    .executeTakeFirst();
  return row?.decided_at ?? null;
}

/** Adds the decisions of a span to the sums of its days and moves the mark to the span's end. */
async function addSpan(tx: Db, from: Date, to: Date): Promise<void> {
  await sql`${acrossUsers('votes of all are summed up by model')}
    insert into model_days (day, provider, model, votes, input_tokens, output_tokens, cost_micro_usd)
    ${modelSums(from, to)}
    order by 1, 2, 3
    on conflict (day, provider, model) do update set
      votes = model_days.votes + excluded.votes,
      input_tokens = model_days.input_tokens + excluded.input_tokens,
      output_tokens = model_days.output_tokens + excluded.output_tokens,
      cost_micro_usd = model_days.cost_micro_usd + excluded.cost_micro_usd
  `.execute(tx);
  await sql`${acrossUsers('decisions of all are summed up by user')}
    insert into user_spend_days (user_id, day, decisions, tokens, cost_micro_usd)
    ${userSums(from, to)}
    order by 1, 2
    on conflict (user_id, day) do update set
      decisions = user_spend_days.decisions + excluded.decisions,
      tokens = user_spend_days.tokens + excluded.tokens,
      cost_micro_usd = user_spend_days.cost_micro_usd + excluded.cost_micro_usd
  `.execute(tx);
  await tx.updateTable('spend_progress').set({ summed_until: to }).execute();
}

/** Votes of all users in a span by day and model: over all users, as a sum of the service's own. */
export function modelSums(from: Date, to: Date): RawBuilder<unknown> {
  return sql`
    select ${dayOf(sql`decision.decided_at`)} as day, vote.provider, vote.model,
      count(*) as votes, sum(vote.input_tokens)::bigint as input_tokens,
      sum(vote.output_tokens)::bigint as output_tokens,
      sum(vote.cost_micro_usd)::bigint as cost_micro_usd
    from decisions as decision
    join votes as vote on vote.user_id = decision.user_id and vote.decision_id = decision.id
    where decision.decided_at >= ${from} and decision.decided_at < ${to}
    group by 1, 2, 3
  `;
}

/** Decisions in a span by user and day. */
export function userSums(from: Date, to: Date): RawBuilder<unknown> {
  return sql`
    select user_id, ${dayOf(sql`decided_at`)} as day, count(*) as decisions,
      sum(tokens)::bigint as tokens, sum(cost_micro_usd)::bigint as cost_micro_usd
    from decisions
    where decided_at >= ${from} and decided_at < ${to}
    group by 1, 2
  `;
}
