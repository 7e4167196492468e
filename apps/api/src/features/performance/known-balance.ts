import { tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import type { UserId } from '@quorate/values/ids';
import { instant } from '@quorate/values/instant';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { TimeRange } from '../../http/period-range.ts';
import { type Book, openBook } from '../trades/rollups/book.ts';
import { keptSums, readParts } from '../trades/rollups/read-sums.ts';
import { filtered, hasPracticeAlone, type TradeFilter } from '../trades/trades.queries.ts';

/** More accounts than these are not asked one by one. */
const ACCOUNTS_MAX = 20;

/**
 * What the accounts of the selected trades held together right before a moment, in minor units, worked out from what
 * their bots have reported at other times and the trades between.
 *
 * @param before the closing of the first selected trade
 * @returns null where nothing is known of one of them
 */
export async function balanceBefore(
  db: Db,
  filter: TradeFilter,
  currency: string,
  before: Date,
): Promise<number | null> {
  const accounts = await findTradedAccounts(db, filter, currency);
  if (accounts.length === 0 || accounts.length > ACCOUNTS_MAX) return null;
  const book = await openBook(db, filter.userId);
  let sum = 0;
  for (const { id } of accounts) {
    const balance = await balanceAt(db, { userId: filter.userId, accountId: id }, before, book);
    if (balance === null) return null;
    sum += balance;
  }
  return sum;
}

/** Accounts of which a filter selects a closed trade, one more than are asked. */
function findTradedAccounts(db: Db, filter: TradeFilter, currency: string) {
  const { userId } = filter;
  return db
    .selectFrom('trading_accounts as account')
    .select('account.id')
    .where('account.user_id', '=', userId)
    .where('account.currency', '=', currency)
    .where((eb) =>
      filter.accountType === undefined
        ? eb.or([eb('account.account_type', '!=', 'practice'), hasPracticeAlone(userId)])
        : eb('account.account_type', '=', filter.accountType),
    )
    .where((eb) =>
      eb.exists(
        filtered(eb.selectFrom('trades').select('trades.account_id'), filter)
          .where('trades.status', '=', 'CLOSED')
          .where('trades.account_id', '=', sql.ref<string>('account.id')),
      ),
    )
    .orderBy('account.id')
    .limit(ACCOUNTS_MAX + 1)
    .execute();
}

type AccountKey = Readonly<{ userId: UserId; accountId: string }>;

/**
 * An account's balance right before a moment, in minor units. A simulated one has its first balance, or its newest, and
 * no deposits. Of any other the day that was kept next counts: the fewer trades lie between, the fewer deposits do.
 *
 * @returns null where no balance was ever reported
 */
export async function balanceAt(
  db: Db,
  key: AccountKey,
  at: Date,
  book: Book | null,
): Promise<number | null> {
  const known = await findKnownBalances(db, key, at);
  if (!known) return null;
  const net = async (range: TimeRange) => (await sumsOf(db, key, range, book)).net;
  const { start, newest, after, before } = known;
  if (start !== null) return start + (await net({ from: null, to: at }));
  if (!known.paper && after) return after.balance - (await net({ from: at, to: dayEnd(after.at) }));
  if (!known.paper && before)
    return before.balance + (await net({ from: dayEnd(before.at), to: at }));
  if (newest === null) return null;
  return newest - (known.paper ? 0 : known.cash_flow) - (await net({ from: at, to: null }));
}

/** When a trading day that was kept ended. */
function dayEnd(at: Date): Date {
  return new Date(tradingDayStart(tradingDayOf(instant(at.getTime())) + 1));
}

type KnownDay = Readonly<{ at: Date; balance: number }>;

type KnownBalances = Readonly<{
  paper: boolean;
  /** What an account that the service trades began with. */
  start: number | null;
  /** As reported last. */
  newest: number | null;
  /** Deposits less pay-outs, as far as its bot has told. */
  cash_flow: number;
  /** The end of the trading day that was kept next after the moment, or with it in it, and of the last one before. */
  after: KnownDay | null;
  before: KnownDay | null;
}>;

async function findKnownBalances(
  db: Db,
  { userId, accountId }: AccountKey,
  at: Date,
): Promise<KnownBalances | null> {
  const begun = new Date(tradingDayStart(tradingDayOf(instant(at.getTime()))));
  const day = (beyond: 'after' | 'before') => sql<[number, number] | null>`(
    select json_build_array((extract(epoch from at) * 1000)::bigint, last_balance) from equity_steps
    where user_id = ${userId}::uuid and account_id = ${accountId}::uuid and step = 'day'
      and ${beyond === 'after' ? sql`at >= ${begun}::timestamptz` : sql`at < ${begun}::timestamptz`}
    order by ${beyond === 'after' ? sql`at` : sql`at desc`} limit 1
  )`;
  const row = await db
    .selectFrom('trading_accounts as account')
    .leftJoin('bots as bot', (join) =>
      join.onRef('bot.user_id', '=', 'account.user_id').onRef('bot.account_id', '=', 'account.id'),
    )
    .leftJoin('hosted_accounts as hosted', (join) =>
      join
        .onRef('hosted.user_id', '=', 'account.user_id')
        .onRef('hosted.account_id', '=', 'account.id'),
    )
    .leftJoin('floor_reports as floors', (join) =>
      join
        .onRef('floors.user_id', '=', 'account.user_id')
        .onRef('floors.account_id', '=', 'account.id'),
    )
    .select((eb) => [
      'account.paper',
      'hosted.start_balance as start',
      eb.fn.coalesce('bot.balance', 'floors.balance').as('newest'),
      'floors.cash_flow',
      day('after').as('after'),
      day('before').as('before'),
    ])
    .where('account.user_id', '=', userId)
    .where('account.id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...row,
    cash_flow: row.cash_flow ?? 0,
    after: toDay(row.after),
    before: toDay(row.before),
  };
}

function toDay(found: [number, number] | null): KnownDay | null {
  return found && { at: new Date(found[0]), balance: found[1] };
}

/** How many trades of an account were closed within a range, and their net in minor units. */
export async function sumsOf(
  db: Db,
  { userId, accountId }: AccountKey,
  range: TimeRange,
  book: Book | null,
): Promise<{ net: number; total: number }> {
  const { from, to } = range;
  if (from && to && from >= to) return { net: 0, total: 0 };
  if (book) {
    const owner = { userId, version: book.version, accountIds: [accountId] };
    const [sums] = keptSums(book.accounts, await readParts(db, owner, range)).sums;
    return { net: sums ? sums.grossProfit + sums.grossLoss : 0, total: sums?.total ?? 0 };
  }
  return db
    .selectFrom('trades')
    .select(({ fn }) => [
      sql<number>`coalesce(sum(profit), 0)::bigint`.as('net'),
      fn.countAll<number>().as('total'),
    ])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('status', '=', 'CLOSED')
    .$if(from !== null, (rows) => rows.where('trade_time', '>=', from as Date))
    .$if(to !== null, (rows) => rows.where('trade_time', '<', to as Date))
    .executeTakeFirstOrThrow();
}
