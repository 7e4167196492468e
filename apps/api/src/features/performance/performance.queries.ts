import { PERFORMANCE_TRADES_MAX } from '@quorate/contract/performance';
import { tradingDayOf } from '@quorate/trading/market/trading-day';
import type { ClosedTrade } from '@quorate/trading/statistics/closed-history';
import { spreadCost } from '@quorate/trading/statistics/costs-findings';
import type { KeptDay } from '@quorate/trading/statistics/kept-equity';
import type { UserId } from '@quorate/values/ids';
import { HOUR_MS, type Instant, instant } from '@quorate/values/instant';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Tables } from '../../db/tables.ts';
import { filtered, hasPracticeAlone, type TradeFilter } from '../trades/trades.queries.ts';

/**
 * A text that changes with what measures are made of beside trades: how many accounts are of a known type
 * (learning the type of one moves its trades from filter to filter), and once an hour while a bot reports its
 * equity.
 */
export async function readVersion(db: Db, userId: UserId): Promise<string> {
  const heard = db
    .selectFrom('bots')
    .select((eb) => eb.fn.max('last_heartbeat_at').as('at'))
    .where('user_id', '=', userId);
  const { known, at } = await db
    .selectFrom('trading_accounts')
    .select((eb) => [eb.fn.countAll<number>().as('known'), heard.as('at')])
    .where('user_id', '=', userId)
    .where('account_type', '!=', 'unknown')
    .executeTakeFirstOrThrow();
  return `${known}.${at === null ? '' : Math.floor(at.getTime() / HOUR_MS)}`;
}

/** The days that are kept of the equity of the account that all selected trades are of; none where they are of several. */
export async function readKeptDays(
  db: Db,
  filter: TradeFilter,
  currency: string,
  range: Readonly<{ from: Instant; to: Instant }>,
): Promise<KeptDay[]> {
  const { userId, accountType } = filter;
  const accounts = await db
    .selectFrom('trading_accounts as account')
    .select('account.id')
    .where('account.user_id', '=', userId)
    .where('account.currency', '=', currency)
    // As the trades themselves: an account of a made-up market is not one of several.
    .where((eb) =>
      accountType === undefined
        ? eb.or([eb('account.account_type', '!=', 'practice'), hasPracticeAlone(userId)])
        : eb('account.account_type', '=', accountType),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('trades')
          .select('trades.account_id')
          .where('trades.user_id', '=', userId)
          .whereRef('trades.account_id', '=', 'account.id'),
      ),
    )
    .limit(2)
    .execute();
  const [account] = accounts;
  if (!account || accounts.length > 1) return [];
  const rows = await db
    .selectFrom('equity_steps')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', account.id)
    .where('step', '=', 'day')
    .where('at', '>=', new Date(range.from))
    .where('at', '<', new Date(range.to))
    .orderBy('at')
    .execute();
  return rows.map((row) => ({
    day: tradingDayOf(instant(row.at.getTime())),
    firstMinor: row.first_equity,
    lowestMinor: row.lowest,
    highestMinor: row.highest,
    lastMinor: row.last_equity,
    firstBalanceMinor: row.first_balance,
    lastBalanceMinor: row.last_balance,
    fallMinor: row.fall,
    fallFromMinor: row.fall_from,
  }));
}

/** A place in the record: the trade that was read last. */
type Place = { accountId: string; positionTicket: string; closedAt: Date };

function closed<O>(
  query: SelectQueryBuilder<Tables, 'trades', O>,
  filter: TradeFilter,
  currency: string,
) {
  return filtered(query, { ...filter, currency }).where('trades.status', '=', 'CLOSED');
}

/** A closed trade as the database lists it: times in milliseconds, money in minor units. */
type ClosedRow = [
  accountId: string,
  positionTicket: string,
  closedAt: number,
  openedAt: number,
  profit: number,
  grossProfit: number,
  commission: number,
  swap: number,
  fee: number,
  initialRisk: number | null,
  lots: number,
  bestExcursion: number | null,
  worstExcursion: number | null,
];

/**
 * The next closed trades before a place, newest first. They come as one JSON text: with a row for each
 * trade, the embedded database would spend twice the time on reading its columns.
 */
async function findClosed(
  db: Db,
  filter: TradeFilter,
  currency: string,
  page: { before: Place | null; limit: number },
): Promise<ClosedRow[]> {
  const { before, limit } = page;
  const newest = closed(db.selectFrom('trades').selectAll(), filter, currency)
    .$if(before !== null, (rows) =>
      rows.where(
        sql<boolean>`(trade_time, position_ticket, account_id)
          < (${before?.closedAt}, ${before?.positionTicket}, ${before?.accountId}::uuid)`,
      ),
    )
    .orderBy('trade_time', 'desc')
    .orderBy('position_ticket', 'desc')
    .orderBy('account_id', 'desc')
    .limit(limit);
  const listed = sql<ClosedRow[]>`coalesce(json_agg(json_build_array(
    account_id, position_ticket, ${milliseconds('trade_time')}, ${milliseconds('opened_at')},
    profit, gross_profit, commission, swap, fee, initial_risk, volume,
    best_excursion, worst_excursion
  ) order by trade_time desc, position_ticket desc, account_id desc), '[]')`;
  const row = await db
    .selectFrom(newest.as('newest'))
    .select(listed.as('rows'))
    .executeTakeFirstOrThrow();
  return row.rows;
}

function milliseconds(column: 'trade_time' | 'opened_at') {
  return sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;
}

/** Spread at the decision of the newest trades that came from one, with what the trade made of its move. */
function findSpreads(db: Db, filter: TradeFilter, currency: string, limit: number) {
  // A pattern, because reading whole snapshots as JSON would take ten times as long.
  const spread = sql<
    number | null
  >`substring(decisions.snapshot from '"spread_points":([0-9.]+)')::float8`;
  return closed(
    db
      .selectFrom('trades')
      .innerJoin('decisions', (join) =>
        join
          .onRef('decisions.user_id', '=', 'trades.user_id')
          .onRef('decisions.id', '=', 'trades.decision_id'),
      )
      .select([
        'trades.gross_profit',
        sql<number>`((close_price - open_price) * power(10::numeric, digits))::float8`.as('move'),
        spread.as('spread'),
      ]),
    filter,
    currency,
  )
    .orderBy('trades.trade_time', 'desc')
    .limit(limit)
    .execute();
}

/** Few enough that the embedded database, which runs in this process, holds nobody up. */
const PAGE_ROWS = 1_000;

const SPREADS_MAX = 1_000;

/** The newest closed trades of one currency, in the order in which they were closed. */
export async function readClosedTrades(
  db: Db,
  filter: TradeFilter,
  currency: string,
  most = PERFORMANCE_TRADES_MAX,
): Promise<ClosedTrade[]> {
  const trades: ClosedTrade[] = [];
  let before: Place | null = null;
  while (trades.length < most) {
    const limit = Math.min(PAGE_ROWS, most - trades.length);
    const rows = await findClosed(db, filter, currency, { before, limit });
    for (const row of rows) trades.push(toClosedTrade(row));
    before = placeOf(rows.at(-1));
    if (rows.length < limit) break;
  }
  return trades.reverse();
}

/** What the spread cost the newest trades that came from a decision, in minor units. */
export async function readSpreads(
  db: Db,
  filter: TradeFilter,
  currency: string,
): Promise<number[]> {
  const rows = await findSpreads(db, filter, currency, SPREADS_MAX);
  return rows
    .map(({ gross_profit, move, spread }) =>
      spread === null
        ? null
        : spreadCost({ spreadPoints: spread, grossMinor: gross_profit, movePoints: move }),
    )
    .filter((cost) => cost !== null);
}

function placeOf(row: ClosedRow | undefined): Place | null {
  if (!row) return null;
  const [accountId, positionTicket, closedAt] = row;
  return { accountId, positionTicket, closedAt: new Date(closedAt) };
}

function toClosedTrade(row: ClosedRow): ClosedTrade {
  const [, , closedAt, openedAt, net, gross, commission, swap, fee, risk, lots, best, worst] = row;
  return {
    netMinor: net,
    grossMinor: gross,
    commissionMinor: commission,
    swapMinor: swap,
    feeMinor: fee,
    riskMinor: risk,
    openedAt: instant(openedAt),
    closedAt: instant(closedAt),
    lots,
    excursion: best === null || worst === null ? null : { bestMinor: best, worstMinor: worst },
  };
}
