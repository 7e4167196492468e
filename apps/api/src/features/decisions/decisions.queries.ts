import type { DecisionId, UserId } from '@quorate/values/ids';
import type { Insertable } from 'kysely';
import type { DecisionsTable, VotesTable } from '../../db/decision-tables.ts';
import type { Db } from '../../db/tables.ts';

export type DecisionRecord = NonNullable<Awaited<ReturnType<typeof findDecision>>>;
export type VoteRecord = Awaited<ReturnType<typeof findVotes>>[number];

/** What makes two requests the same: one decision a bar, timeframe, symbol and account. */
export type Bar = Readonly<{
  userId: UserId;
  account: Readonly<{ server: string; login: string }>;
  symbol: string;
  timeframe: string;
  asOf: Date;
}>;

export function findDecisionOfBar(db: Db, bar: Bar) {
  return db
    .selectFrom('decisions')
    .selectAll()
    .where('user_id', '=', bar.userId)
    .where('account_id', '=', (row) =>
      row
        .selectFrom('trading_accounts')
        .select('id')
        .where('user_id', '=', bar.userId)
        .where('server', '=', bar.account.server)
        .where('login', '=', bar.account.login),
    )
    .where('symbol', '=', bar.symbol)
    .where('timeframe', '=', bar.timeframe)
    .where('as_of', '=', bar.asOf)
    .executeTakeFirst();
}

export function findDecision(db: Db, userId: UserId, decisionId: string) {
  return db
    .selectFrom('decisions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', decisionId)
    .executeTakeFirst();
}

export async function findAccountCurrency(
  db: Db,
  userId: UserId,
  accountId: string,
): Promise<string> {
  const { currency } = await db
    .selectFrom('trading_accounts')
    .select('currency')
    .where('user_id', '=', userId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return currency;
}

export async function findVotes(db: Db, userId: UserId, decisionIds: readonly string[]) {
  if (decisionIds.length === 0) return [];
  return db
    .selectFrom('votes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('decision_id', 'in', decisionIds)
    .orderBy('decision_id')
    .orderBy('position')
    .execute();
}

/** @returns what is stored, or undefined when the bar has a decision: then nothing is stored */
export async function insertDecision(
  db: Db,
  decision: Insertable<DecisionsTable> & { id: DecisionId },
  votes: readonly Insertable<VotesTable>[],
): Promise<{ decision: DecisionRecord; votes: VoteRecord[] } | undefined> {
  const stored = await db
    .insertInto('decisions')
    .values(decision)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!stored) return undefined;
  if (votes.length === 0) return { decision: stored, votes: [] };
  const inserted = await db.insertInto('votes').values(votes).returningAll().execute();
  return { decision: stored, votes: inserted.toSorted((a, b) => a.position - b.position) };
}
