import type { AnyAccountType } from '@quorate/contract/fields';
import type { SORT_KEYS } from '@quorate/contract/trades';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { type SelectQueryBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db, Tables } from '../../db/tables.ts';
import type { TimeRange } from '../../http/period-range.ts';
import { SUMS_OF_TRADES, sumUp } from './rollups/read-sums.ts';

export type TradeFilter = {
  userId: UserId;
  range: TimeRange;
  accountType?: AnyAccountType | undefined;
  currency?: string | undefined;
};

export type TradePage = {
  sortBy: (typeof SORT_KEYS)[number];
  sortOrder: 'asc' | 'desc';
  limit: number;
  offset: number;
};

/** Of a query on trades, those that a filter lets through. */
export function filtered<O>(query: SelectQueryBuilder<Tables, 'trades', O>, filter: TradeFilter) {
  const { userId, range, accountType, currency } = filter;
  return query
    .where('trades.user_id', '=', userId)
    .$if(range.from !== null, (rows) => rows.where('trades.trade_time', '>=', range.from as Date))
    .$if(range.to !== null, (rows) => rows.where('trades.trade_time', '<', range.to as Date))
    .where((eb) =>
      accountType === undefined
        ? eb.or([eb('trades.account_type', '!=', 'practice'), hasPracticeAlone(userId)])
        : eb('trades.account_type', '=', accountType),
    )
    .$if(currency !== undefined, (rows) => rows.where('trades.currency', '=', currency as string));
}

/** Results of a made-up market are shown by themselves, and unasked only to whoever has no others. */
export function hasPracticeAlone(userId: UserId) {
  return sql<boolean>`not exists (
    select from trading_accounts as other where other.user_id = ${userId}::uuid and other.account_type <> 'practice'
  )`;
}

/**
 * What is reported of a trade, and how it is stored: a new field is added here, to the contract and to the
 * table, and is stored, replaced and shown from then on.
 */
export const REPORTED = {
  symbol: 'text',
  trade_type: 'text',
  volume: 'numeric',
  digits: 'smallint',
  open_price: 'numeric',
  close_price: 'numeric',
  stop_loss: 'numeric',
  take_profit: 'numeric',
  opened_at: 'timestamptz',
  closed_at: 'timestamptz',
  status: 'text',
  reported_status: 'text',
  gross_profit: 'bigint',
  commission: 'bigint',
  swap: 'bigint',
  fee: 'bigint',
  profit: 'bigint',
  initial_risk: 'bigint',
  best_excursion: 'bigint',
  worst_excursion: 'bigint',
  exit_reason: 'text',
  decision_id: 'uuid',
  revision: 'integer',
} as const;

type Reported = keyof typeof REPORTED;

/** What a page shows of a trade, beside its times. */
export const TRADE_COLUMNS = [
  'account_id',
  'position_ticket',
  'corrections',
  'currency',
  'account_type',
  ...(Object.keys(REPORTED) as Reported[]).filter(
    (column): column is Exclude<Reported, 'opened_at' | 'closed_at' | 'revision'> =>
      !['opened_at', 'closed_at', 'revision'].includes(column),
  ),
] as const;

/** As text, in UTC: of hundreds of rows, making dates of it and text again would take a third of the time. */
export const TIME_COLUMNS = [
  utcText('opened_at').as('opened_text'),
  utcText('closed_at').as('closed_text'),
  utcText('trade_time').as('time_text'),
] as const;

function utcText<C extends 'opened_at' | 'closed_at' | 'trade_time'>(column: C) {
  type Text = C extends 'closed_at' ? string | null : string;
  return sql<Text>`(${sql.ref(`trades.${column}`)} at time zone 'UTC')::text`;
}

export type TradeRecord = Awaited<ReturnType<typeof findTrades>>[number];

/** One page; trades that sort alike stand newest first, then by ticket, so that pages never overlap. */
export function findTrades(db: Db, filter: TradeFilter, page: TradePage) {
  return (
    filtered(db.selectFrom('trades').select([...TRADE_COLUMNS, ...TIME_COLUMNS]), filter)
      // The order of nearly every page; a plan kept for each of the others would only fill the database's memory.
      .$if(page.sortBy === 'trade_time', (rows) => rows.modifyFront(prepared))
      .orderBy(
        // By their letters alone: the same order on every machine, and as programs sort.
        page.sortBy === 'symbol' ? sql`symbol collate "C"` : page.sortBy,
        page.sortOrder,
      )
      .$if(page.sortBy !== 'trade_time', (rows) => rows.orderBy('trade_time', 'desc'))
      .orderBy('position_ticket', page.sortBy === 'trade_time' ? page.sortOrder : 'desc')
      .orderBy('account_id', page.sortBy === 'trade_time' ? page.sortOrder : 'desc')
      .limit(page.limit)
      .offset(page.offset)
      .execute()
  );
}

/** Counts trades and sums up the closed ones, exactly and by currency. */
export async function countTrades(db: Db, filter: TradeFilter) {
  return sumUp(
    await filtered(
      db
        .selectFrom('trades')
        .modifyFront(prepared)
        .select(({ fn }) => ['currency', fn.countAll<number>().as('n'), SUMS_OF_TRADES.as('sums')]),
      filter,
    )
      .groupBy('currency')
      .execute(),
  );
}

/** Of one account, of all time. */
export function countClosed(
  db: Db,
  { userId, accountId }: Readonly<{ userId: UserId; accountId: string }>,
): Promise<{ trades: number; wins: number }> {
  return db
    .selectFrom('trades')
    .modifyFront(prepared)
    .select(({ fn }) => [
      fn.countAll<number>().as('trades'),
      sql<number>`(count(*) filter (where profit > 0))::integer`.as('wins'),
    ])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'CLOSED')
    .executeTakeFirstOrThrow();
}

/** Trades an account opened within a range; what is still open counts as well. */
export async function countOpenings(
  db: Db,
  owner: { userId: UserId; accountId: TradingAccountId },
  range: { from: Date; to: Date },
): Promise<number> {
  const row = await db
    .selectFrom('trades')
    .modifyFront(prepared)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', owner.userId)
    .where('account_id', '=', owner.accountId)
    .where('opened_at', '>=', range.from)
    .where('opened_at', '<', range.to)
    .executeTakeFirstOrThrow();
  return row.total;
}
