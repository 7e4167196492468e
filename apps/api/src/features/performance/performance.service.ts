import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import type { getPerformance, getSimulation } from '@quorate/contract/performance';
import type { ClosedTrade } from '@quorate/trading/statistics/closed-history';
import { performanceOf } from '@quorate/trading/statistics/performance';
import { SIMULATED_LEAST, simulate } from '@quorate/trading/statistics/simulation';
import type { UserId } from '@quorate/values/ids';
import { type Currency, currencyOf, moneyFromDecimal } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import type { Db } from '../../db/tables.ts';
import { validationError } from '../../http/app-error.ts';
import { periodRange } from '../../http/period-range.ts';
import type { Clock } from '../../process/clock.ts';
import { inSlices } from './in-slices.ts';
import type { TradeFilter } from './performance.queries.ts';
import { amountOf, toMeasures } from './performance-reply.ts';
import { readClosedTrades, readSpreads } from './read-closed-trades.ts';
import { toSimulation } from './simulation-reply.ts';

/** Closed trades of one currency, counted and added up. */
export type CurrencySums = Readonly<{
  currency: string;
  total: number;
  grossProfit: number;
  grossLoss: number;
}>;

export type PerformanceDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** A row for each currency, most trades first. */
  sumsByCurrency: (db: Db, filter: TradeFilter) => Promise<readonly CurrencySums[]>;
}>;

type Selection = Pick<
  HandlerInput<typeof getPerformance>['query'],
  | 'period'
  | 'time_zone'
  | 'start_date'
  | 'end_date'
  | 'account_type'
  | 'currency'
  | 'starting_balance'
>;

export async function readPerformance(
  deps: PerformanceDeps,
  userId: UserId,
  query: HandlerInput<typeof getPerformance>['query'],
): Promise<Reply<typeof getPerformance>> {
  const record = await readRecord(deps, userId, query);
  const { trades, currency, startMinor } = record;
  const spreadsMinor = await readSpreads(deps.db, record.filter, currency);
  const found = await inSlices(performanceOf({ trades, startMinor, spreadsMinor }, query.seed));
  return {
    success: true,
    currency,
    based_on: trades.length,
    of: record.of,
    seed: query.seed,
    balance_before: startMinor === null ? null : amountOf(startMinor, currency),
    measures: toMeasures(found, currency),
  };
}

export async function readSimulation(
  deps: PerformanceDeps,
  userId: UserId,
  query: HandlerInput<typeof getSimulation>['query'],
): Promise<Reply<typeof getSimulation>> {
  const { trades, currency, startMinor, of } = await readRecord(deps, userId, query);
  const nets = trades.map(({ netMinor }) => netMinor);
  const balanceMinor = startMinor === null ? null : startMinor + sum(nets);
  const { runs, seed, ruin_percent: ruinPercent, trades: tradesAhead } = query;
  const simulated =
    nets.length < SIMULATED_LEAST
      ? null
      : await inSlices(simulate({ nets, balanceMinor, runs, tradesAhead, ruinPercent, seed }));
  return {
    success: true,
    currency,
    based_on: trades.length,
    of,
    seed,
    balance_now: balanceMinor === null ? null : amountOf(balanceMinor, currency),
    least: SIMULATED_LEAST,
    simulation: simulated && toSimulation(simulated, { currency, runs, tradesAhead, ruinPercent }),
  };
}

type TradeRecord = {
  filter: TradeFilter;
  currency: Currency;
  /** How many trades the filter selects. */
  of: number;
  /** The newest of them. */
  trades: ClosedTrade[];
  /** Balance before the first of `trades`. */
  startMinor: number | null;
};

async function readRecord(
  deps: PerformanceDeps,
  userId: UserId,
  query: Selection,
): Promise<TradeRecord> {
  const range = periodRange(query, deps.clock.now());
  const filter = { userId, range, accountType: query.account_type };
  const sums = await deps.sumsByCurrency(deps.db, filter);
  const currency = currencyOf(query.currency ?? sums[0]?.currency ?? 'USD');
  const firstBalance = balanceIn(query.starting_balance, currency);
  const trades = await readClosedTrades(deps.db, filter, currency);
  return {
    filter,
    currency,
    of: Math.max(trades.length, totalOf(sums, currency)),
    trades,
    startMinor:
      firstBalance === null
        ? null
        : firstBalance + (await netBefore(deps, filter, currency, trades)),
  };
}

/** What was won or lost before the first of the trades: all until the end of the range, less them. */
async function netBefore(
  deps: PerformanceDeps,
  filter: TradeFilter,
  currency: Currency,
  trades: readonly ClosedTrade[],
): Promise<number> {
  const range = { from: null, to: filter.range.to };
  const sums = await deps.sumsByCurrency(deps.db, { ...filter, range });
  const all = sums.find((each) => each.currency === currency);
  const net = all ? all.grossProfit + all.grossLoss : 0;
  return net - sum(trades.map(({ netMinor }) => netMinor));
}

function totalOf(sums: readonly CurrencySums[], currency: Currency): number {
  return sums.find((each) => each.currency === currency)?.total ?? 0;
}

/** @throws AppError validation_failed for more decimals than the currency has */
function balanceIn(text: string | undefined, currency: Currency): number | null {
  if (text === undefined) return null;
  try {
    return moneyFromDecimal(text, currency).minor;
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw validationError([{ field: 'starting_balance', message: error.message }]);
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
