import type { LearnedRecord } from '@quorate/trading/ensemble/learned-record';
import { statement } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { TextArray } from '../../db/text-array.ts';
import type { DecisionRows } from './decisions.queries.ts';

/** What is known of a question before it is decided. */
export type KnownOf = Readonly<{
  at: number;
  is_decided: boolean;
  /** Trades opened on the account's day. */
  opened: number;
  own: LearnedRecord | null;
  shared: LearnedRecord | null;
}>;

export type QuestionRow = Readonly<{
  at: number;
  user_id: string;
  account_id: string;
  symbol: string;
  timeframe: string;
  as_of: string;
  day_from: Date;
  day_to: Date;
}>;

const READ = statement<KnownOf>(`
  select asked.at,
    exists (
      select from decisions as known
      where known.user_id = asked.user_id and known.account_id = asked.account_id and known.symbol = asked.symbol
        and known.timeframe = asked.timeframe and known.as_of = asked.as_of
    ) as is_decided,
    (
      select count(*) from trades as trade
      where trade.user_id = asked.user_id and trade.account_id = asked.account_id
        and trade.opened_at >= asked.day_from and trade.opened_at < asked.day_to
    )::integer as opened,
    (
      select record from learned_markets as own
      where own.user_id = asked.user_id and own.symbol = asked.symbol and own.timeframe = asked.timeframe
    ) as own,
    (
      select record from shared_markets as shared
      where shared.symbol = asked.symbol and shared.timeframe = asked.timeframe
    ) as shared
  from jsonb_to_recordset($1::jsonb) as asked (
    at integer, user_id uuid, account_id uuid, symbol text, timeframe text, as_of timestamptz,
    day_from timestamptz, day_to timestamptz
  )
  join trading_accounts as account on account.user_id = asked.user_id and account.id = asked.account_id
`);
const INSERT = statement<never>(`
  with stored as (
    insert into decisions
    select each.* from unnest($1::text[]) as row, jsonb_populate_record(null::decisions, row::jsonb) as each
    returning id
  )
  insert into votes
  select each.* from unnest($2::text[]) as row, jsonb_populate_record(null::votes, row::jsonb) as each
  where each.decision_id in (select id from stored)
`);

export function readKnown(db: Db, asked: readonly QuestionRow[]): Promise<KnownOf[]> {
  return READ(db, [JSON.stringify(asked)]);
}

/** Stores decisions with their votes. @throws Error of the database where one of the bars has a decision */
export async function insertDecisions(db: Db, rows: readonly DecisionRows[]): Promise<void> {
  await INSERT(db, [
    TextArray.ofRows(rows.map(({ decision }) => decision)),
    TextArray.ofRows(rows.flatMap(({ votes }) => votes)),
  ]);
}
