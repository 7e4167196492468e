import type { HandlerInput } from '@quorate/contract/endpoint';
import {
  CHART_SESSIONS,
  CHART_SYMBOLS_MAX,
  type ChartSlice,
  getTradeCharts,
  R_CLASSES,
  type TradeCharts,
} from '@quorate/contract/trade-charts';
import { syncTrades as syncTradesCall } from '@quorate/contract/trade-sync';
import { getSuccessRate, getTradeStatistics, getTradingStatistics } from '@quorate/contract/trades';
import type { UserId } from '@quorate/values/ids';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import type { Reads } from '../../db/reads.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import type { Clock } from '../../process/clock.ts';
import type { CountRows } from '../usage/stored-rows.ts';
import { type Account, accountsOf, openBook } from './rollups/book.ts';
import {
  add,
  addRow,
  addSlice,
  emptyCell,
  NO_TOTALS,
  type Slice,
  sliceOf,
} from './rollups/cell.ts';
import { type DaySlice, keptSlices, type Sliced, viewerDays } from './rollups/chart-slices.ts';
import type { Owner } from './rollups/read-sums.ts';
import { readCellRows } from './rollups/refresh.ts';
import { type SyncDeps, syncTrades } from './sync.service.ts';
import type { TradeFilter } from './trades.queries.ts';
import { chooseCurrency, filterOf, readHistory, readStatistics } from './trades.service.ts';

export function registerTrades(
  route: Route,
  deps: SyncDeps & { reads: Reads; countRows: CountRows },
): void {
  const { clock, reads } = deps;
  route(syncTradesCall, async ({ body }, { user }) => {
    await deps.countRows(user.id, 'trades', body.trades.length);
    return { success: true, ...(await syncTrades(deps, user.id, body)) };
  });

  route(getTradeStatistics, async ({ params, query }, { user }) => {
    // Somebody else's id and an id that nobody has answer alike.
    if (params.user_id.toLowerCase() !== user.id) throw new AppError('not_found');
    return {
      success: true,
      ...(await reads(user.id, (db) => readHistory({ db, clock }, user.id, query))),
    };
  });

  route(getTradeCharts, async ({ query }, { user }) => ({
    success: true,
    ...(await reads(user.id, (db) => readCharts({ db, clock }, user.id, query))),
  }));

  route(getSuccessRate, async (_input, { user }) => {
    const all = { period: 'all', time_zone: 'UTC' } as const;
    const statistics = await reads(user.id, (db) => readStatistics({ db, clock }, user.id, all));
    return {
      success: true,
      success_rate: statistics.win_rate,
      total_trades: statistics.total_trades,
      winning_trades: statistics.winning_trades,
      losing_trades: statistics.losing_trades,
    };
  });

  route(getTradingStatistics, async ({ query }, { user }) => {
    const statistics = await reads(user.id, (db) => readStatistics({ db, clock }, user.id, query));
    return {
      success: true,
      currency: statistics.currency,
      win_rate: statistics.win_rate,
      total_trades: statistics.total_trades,
      winning_trades: statistics.winning_trades,
      losing_trades: statistics.losing_trades,
      total_pnl: statistics.net_profit,
    };
  });
}

type Query = HandlerInput<typeof getTradeCharts>['query'];

/** The closed trades of a filter, sliced for the charts; in the currency that the statistics choose. */
export async function readCharts(
  deps: { db: Db; clock: Clock },
  userId: UserId,
  query: Query,
): Promise<Omit<TradeCharts, 'success'>> {
  const { db } = deps;
  const { range, accountType, narrow } = filterOf(deps.clock, userId, query);
  const book = await openBook(db, userId);
  const all = book?.accounts ?? (await listAccounts(db, userId));
  const accounts = accountsOf({ accounts: all }, { accountType });
  const owner = { userId, accountIds: accounts.map(({ id }) => id) };
  const timeZone = query.time_zone;
  const sliced =
    accounts.length === 0
      ? { byAccount: new Map(), daysOf: () => [] }
      : book && !narrow
        ? await keptSlices(db, owner, range, { timeZone, known: book.known })
        : await countedSlices(db, owner, { range, narrow }, timeZone);
  const currency = chooseOf(accounts, sliced, query.currency);
  const chosen = accounts.filter((account) => account.currency === currency).map(({ id }) => id);
  const slices: Record<string, Slice> = {};
  for (const id of chosen) {
    const own = sliced.byAccount.get(id) ?? {};
    for (const key in own) addSlice(slices, key, own[key] as Slice);
  }
  return toReply(currency, slices, await sliced.daysOf(chosen));
}

function listAccounts(db: Db, userId: UserId): Promise<Account[]> {
  return db
    .selectFrom('trading_accounts')
    .select(['id', 'currency', 'account_type'])
    .where('user_id', '=', userId)
    .execute();
}

/** The currency with the most closed trades, as the statistics choose it. */
function chooseOf(accounts: readonly Account[], sliced: Sliced, wanted: string | undefined) {
  const totals = new Map<string, number>();
  for (const { id, currency } of accounts) {
    const total = symbolsOf(sliced.byAccount.get(id) ?? {}).reduce((n, [, [more]]) => n + more, 0);
    if (total > 0) totals.set(currency, (totals.get(currency) ?? 0) + total);
  }
  const sums = [...totals]
    .map(([currency, total]) => ({ ...NO_TOTALS, currency, total }))
    .sort((a, b) => b.total - a.total || (a.currency < b.currency ? -1 : 1));
  return chooseCurrency(sums, wanted).currency;
}

function symbolsOf(slices: Readonly<Record<string, Slice>>): [key: string, Slice][] {
  return Object.entries(slices).filter(([key]) => key.startsWith('y'));
}

/** Of a user with few trades: from each of them. */
async function countedSlices(
  db: Db,
  owner: Owner,
  { range, narrow }: Pick<TradeFilter, 'range' | 'narrow'>,
  timeZone: string,
): Promise<Sliced> {
  const rows = (await readCellRows(db, owner, range, narrow)).filter((row) => row.closed);
  rows.sort((a, b) => a.tradeTime - b.tradeTime);
  const byAccount = new Map<string, Record<string, Slice>>();
  for (const row of rows) {
    const slices = byAccount.get(row.accountId) ?? {};
    byAccount.set(row.accountId, slices);
    addRow({ ...emptyCell(), slices }, row);
  }
  const daysOf = (accountIds: readonly string[]): DaySlice[] => {
    const own = rows.filter((row) => accountIds.includes(row.accountId));
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) return [];
    let next = 0;
    const days = viewerDays(timeZone, first.tradeTime, last.tradeTime + 1).map(({ day, to }) => {
      const slice: Slice = [0, 0, 0, 0];
      for (let row = own[next]; row && row.tradeTime < to; row = own[++next])
        add(slice, sliceOf(row.profit));
      return { day, slice };
    });
    return days.filter(({ slice }) => slice[0] > 0);
  };
  return { byAccount, daysOf };
}

function toReply(
  code: string,
  slices: Readonly<Record<string, Slice>>,
  days: readonly DaySlice[],
): Omit<TradeCharts, 'success'> {
  const currency = currencyOf(code);
  const shown = ([trades, wins, losses, net]: Readonly<Slice>): ChartSlice => ({
    trades,
    wins,
    losses,
    net: moneyToNumber(money(net, currency)),
  });
  const at = (key: string) => shown(slices[key] ?? [0, 0, 0, 0]);
  const sum = (some: readonly Slice[]) => {
    const all: Slice = [0, 0, 0, 0];
    for (const slice of some) add(all, slice);
    return shown(all);
  };
  const symbols = symbolsOf(slices).sort(
    ([a, one], [b, other]) => other[0] - one[0] || (a < b ? -1 : 1),
  );
  const others = symbols.slice(CHART_SYMBOLS_MAX).map(([, slice]) => slice);
  return {
    currency: code,
    total: sum(symbols.map(([, slice]) => slice)),
    days: days.map(({ day, slice }) => ({ day, ...shown(slice) })),
    symbols: symbols
      .slice(0, CHART_SYMBOLS_MAX)
      .map(([key, slice]) => ({ symbol: key.slice(1), ...shown(slice) })),
    other_symbols: others.length === 0 ? null : sum(others),
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...at(`w${weekday}`) })),
    hours: Array.from({ length: 24 }, (_, hour) => ({ hour, ...at(`h${hour}`) })),
    sessions: CHART_SESSIONS.map((session) => ({ session, ...at(`s${session}`) })),
    r_classes: [...R_CLASSES, null].map((to, index) => ({
      from: R_CLASSES[index - 1] ?? null,
      to,
      ...at(`r${index}`),
    })),
    without_r: at('rnone'),
  };
}
