import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import type {
  BalanceSource,
  getPerformance,
  getSimulation,
  Measure,
  MeasureInterval,
  Outcomes as OutcomesReply,
  Simulation as SimulationReply,
} from '@quorate/contract/performance';
import { roundHalfAway, roundTo } from '@quorate/trading/rounding';
import type { ClosedTrade, RecordEquity } from '@quorate/trading/statistics/closed-history';
import type { Interval } from '@quorate/trading/statistics/interval';
import { beginOf, equityOfRecord } from '@quorate/trading/statistics/kept-equity';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import type { MeasureUnit } from '@quorate/trading/statistics/measures/measure';
import { type Performance, performanceOf } from '@quorate/trading/statistics/performance';
import {
  type Chance,
  type Outcomes,
  SIMULATED_LEAST,
  type Simulation,
  simulate,
} from '@quorate/trading/statistics/simulation';
import type { UserId } from '@quorate/values/ids';
import { addMilliseconds, DAY_MS, instant } from '@quorate/values/instant';
import {
  type Currency,
  currencyOf,
  money,
  moneyFromDecimal,
  moneyToNumber,
} from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import type { Db } from '../../db/tables.ts';
import { validationError } from '../../http/app-error.ts';
import type { Clock } from '../../process/clock.ts';
import { inSlices } from '../../process/in-slices.ts';
import type { TradeFilter } from '../trades/trades.queries.ts';
import { filterOf, readSums } from '../trades/trades.service.ts';
import { balanceBefore } from './known-balance.ts';
import { readClosedTrades, readKeptDays, readSpreads } from './performance.queries.ts';

/** Closed trades of one currency, counted and added up. */
type CurrencySums = Readonly<{
  currency: string;
  total: number;
  grossProfit: number;
  grossLoss: number;
}>;

export type PerformanceDeps = Readonly<{
  db: Db;
  clock: Clock;
}>;

type Selection = Pick<
  HandlerInput<typeof getPerformance>['query'],
  | 'period'
  | 'time_zone'
  | 'start_date'
  | 'end_date'
  | 'account_type'
  | 'symbol'
  | 'trade_type'
  | 'result'
  | 'exit_reason'
  | 'tag'
  | 'text'
  | 'currency'
  | 'starting_balance'
>;

export async function readPerformance(
  deps: PerformanceDeps,
  userId: UserId,
  query: HandlerInput<typeof getPerformance>['query'],
): Promise<Reply<typeof getPerformance>> {
  const record = await readRecord(deps, userId, query);
  const { trades, currency, startMinor, equity } = record;
  const spreadsMinor = await readSpreads(deps.db, record.filter, currency);
  const found = await inSlices(performanceOf({ trades, startMinor, equity, spreadsMinor }));
  return {
    success: true,
    currency,
    based_on: trades.length,
    of: record.of,
    seed: query.seed,
    balance_before: startMinor === null ? null : amountOf(startMinor, currency),
    balance_source: record.source,
    basis: equity ? 'equity' : 'closed_trades',
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
  /** Who has said it. */
  source: BalanceSource | null;
  /** What was kept of the account's equity, where it covers them all. */
  equity: RecordEquity | null;
};

async function readRecord(
  deps: PerformanceDeps,
  userId: UserId,
  query: Selection,
): Promise<TradeRecord> {
  const filter = filterOf(deps.clock, userId, query);
  const sums = await readSums(deps, filter);
  const currency = currencyOf(query.currency ?? sums[0]?.currency ?? 'USD');
  const firstBalance = balanceIn(query.starting_balance, currency);
  const trades = await readClosedTrades(deps.db, filter, currency);
  const of = Math.max(trades.length, totalOf(sums, currency));
  const kept = await readKept(deps, filter, currency, { trades, of });
  const record = { filter, currency, of, trades, equity: kept?.equity ?? null };
  if (kept) return { ...record, startMinor: kept.startMinor, source: 'equity' };
  if (firstBalance !== null) {
    const before = await netBefore(deps, filter, currency, trades);
    return { ...record, startMinor: firstBalance + before, source: 'entered' };
  }
  const [first] = trades;
  const reported =
    first && (await balanceBefore(deps.db, filter, currency, new Date(first.closedAt)));
  return reported === null || reported === undefined
    ? { ...record, startMinor: null, source: null }
    : { ...record, startMinor: reported, source: 'reported' };
}

/** A weekend and its neighbours: the last day before a period is its beginning. */
const BEFORE_MS = 5 * DAY_MS;

/** The equity of the selected trades, where it was kept for all of them. */
async function readKept(
  { db, clock }: PerformanceDeps,
  filter: TradeFilter,
  currency: Currency,
  { trades, of }: { trades: readonly ClosedTrade[]; of: number },
) {
  const [first] = trades;
  // Equity is of all trades of an account, not of some.
  if (!first || filter.narrow) return null;
  const { range } = filter;
  // Of the newest only, those before them were closed while the first of these were open.
  const newest = trades.length < of ? first.closedAt : null;
  const from = newest ?? (range.from && instant(range.from.getTime()));
  const begin = beginOf(trades, from);
  const days = await readKeptDays(db, filter, currency, {
    from: addMilliseconds(begin, -BEFORE_MS),
    to: range.to === null ? clock.now() : instant(Math.min(range.to.getTime(), clock.now())),
  });
  return equityOfRecord(days, trades, begin);
}

/** What was won or lost before the first of the trades: all until the end of the range, less them. */
async function netBefore(
  deps: PerformanceDeps,
  filter: TradeFilter,
  currency: Currency,
  trades: readonly ClosedTrade[],
): Promise<number> {
  const range = { from: null, to: filter.range.to };
  const sums = await readSums(deps, { ...filter, range });
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

/** Decimals of what is not money. */
const DECIMALS: Readonly<Record<Exclude<MeasureUnit, 'money'>, number>> = {
  percent: 4,
  ratio: 6,
  r: 6,
  count: 0,
  duration: 0,
};

/** The measures as they travel, in the order of the catalogue. */
function toMeasures(found: Performance, currency: Currency): Measure[] {
  return MEASURES.map(({ key, unit, least, intervalFrom }) => {
    const { value, n, missing, interval } = found[key];
    const rounded = (level: number) => roundedTo(unit, level, currency);
    return {
      key,
      value: value === null ? null : rounded(value),
      n,
      least,
      missing,
      interval: toInterval(interval, rounded),
      interval_from: intervalFrom,
    };
  });
}

function toInterval(
  interval: Interval | null,
  rounded: (level: number) => number,
): MeasureInterval | null {
  if (interval === null) return null;
  const { low, high } = interval;
  return { low: low === null ? null : rounded(low), high: high === null ? null : rounded(high) };
}

/** Money in major units from minor ones that may have a fraction. */
function amountOf(minor: number, currency: Currency): number {
  return moneyToNumber(money(roundHalfAway(minor), currency));
}

function percentOf(percent: number): number {
  return roundTo(percent, DECIMALS.percent);
}

function roundedTo(unit: MeasureUnit, level: number, currency: Currency): number {
  return unit === 'money' ? amountOf(level, currency) : roundTo(level, DECIMALS[unit]);
}

/** The simulation as it travels. */
function toSimulation(
  simulated: Simulation,
  asked: { currency: Currency; runs: number; tradesAhead: number; ruinPercent: number },
): SimulationReply {
  const amount = (minor: number) => amountOf(minor, asked.currency);
  const { drawdownPercent, ruin } = simulated;
  return {
    runs: asked.runs,
    trades: asked.tradesAhead,
    block_length: simulated.blockLength,
    fan: simulated.fan.map(({ trade, outcomes }) => ({ trade, ...named(outcomes, amount) })),
    drawdown: named(simulated.drawdown, amount),
    drawdown_percent: drawdownPercent && named(drawdownPercent, percentOf),
    loss: toChance(simulated.loss),
    ruin: ruin && {
      ...toChance(ruin),
      percent_lost: asked.ruinPercent,
      level: amount(ruin.levelMinor),
    },
  };
}

function toChance({ runs, percent, interval }: Chance) {
  return { runs, percent: percentOf(percent), interval: toInterval(interval, percentOf) };
}

function named(outcomes: Outcomes, rounded: (level: number) => number): OutcomesReply {
  const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = outcomes.map(rounded);
  return { p5, p25, p50, p75, p95 };
}
