import type { StoryRef } from '@quorate/contract/decision-outcomes';
import type { UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

export type Neighbours = Readonly<{ previous: StoryRef | null; next: StoryRef | null }>;

/** The trades of an account before and after one: by closing, open ones by opening. */
export async function findTradesBeside(
  db: Db,
  userId: UserId,
  trade: Readonly<{ account_id: string; position_ticket: string; trade_time: Date }>,
): Promise<Neighbours> {
  const place = sql`(${trade.trade_time}::timestamptz, ${trade.position_ticket}::text)`;
  const beside = (side: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select account_id, decision_id, position_ticket, symbol, trade_time as at, ${side} as side from trades
    where user_id = ${userId}::uuid and account_id = ${trade.account_id}::uuid
      and (trade_time, position_ticket) ${side === BEFORE ? sql`<` : sql`>`} ${place}
    order by trade_time ${order}, position_ticket ${order} limit 1
  )`;
  return neighboursOf(db, beside);
}

/** The decisions of an account before and after one. */
export async function findDecisionsBeside(
  db: Db,
  userId: UserId,
  decision: Readonly<{ id: string; account_id: string; decided_at: Date }>,
): Promise<Neighbours> {
  const place = sql`(${decision.decided_at}::timestamptz, ${decision.id}::uuid)`;
  const beside = (side: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
    select account_id, id as decision_id, null::text as position_ticket, symbol, as_of as at, ${side} as side
    from decisions
    where user_id = ${userId}::uuid and account_id = ${decision.account_id}::uuid
      and (decided_at, id) ${side === BEFORE ? sql`<` : sql`>`} ${place}
    order by decided_at ${order}, id ${order} limit 1
  )`;
  return neighboursOf(db, beside);
}

const BEFORE = sql`'previous'`;
const AFTER = sql`'next'`;

async function neighboursOf(
  db: Db,
  beside: (side: RawBuilder<unknown>, order: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<Neighbours> {
  const { rows } = await sql<Omit<StoryRef, 'at'> & { at: Date; side: keyof Neighbours }>`
    ${beside(BEFORE, sql`desc`)} union all ${beside(AFTER, sql`asc`)}
  `.execute(db);
  const on = (side: keyof Neighbours): StoryRef | null => {
    const found = rows.find((row) => row.side === side);
    if (!found) return null;
    const { side: _, at, ...ref } = found;
    return { ...ref, at: at.toISOString() };
  };
  return { previous: on('previous'), next: on('next') };
}
