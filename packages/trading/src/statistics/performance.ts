import { openMarketMs } from '../market/trading-day.ts';
import { holdingPeriodReturns, regressionOf, runsZScore } from './balance-shape.ts';
import { blockBootstrap, type Tally } from './block-bootstrap.ts';
import { type ClosedHistory, type ClosedTrade, type Prepared, prepare } from './closed-history.ts';
import { costsFindings } from './costs-findings.ts';
import { DAY_FIGURES, dailyReturns, dayFigures } from './daily-returns.ts';
import { balanceCurve, drawdownOf } from './drawdown.ts';
import { type Finding, finding } from './finding.ts';
import { wilsonInterval } from './interval.ts';
import { MEASURES, type MeasureKey } from './measures/catalogue.ts';
import type { CONSISTENCY_MEASURES } from './measures/consistency.ts';
import type { RISK_MEASURES } from './measures/risk.ts';
import type { TIME_MEASURES } from './measures/time.ts';
import { percentile } from './percentile.ts';
import {
  type ByDay,
  type ByTrade,
  dayFinding,
  type FindingsOf,
  type Resampled,
  resultFindings,
  whyNoShare,
} from './result-findings.ts';
import type { Slices } from './slices.ts';
import { streaksOf } from './streaks.ts';
import { TRADE_FIGURES, tradeFigures } from './trade-figures.ts';

/** Below this no measure shows a resampled interval, so that none is worked out. */
const RESAMPLED_LEAST = 20;

export type Performance = Readonly<Record<MeasureKey, Finding>>;

/**
 * Every measure of `MEASURES`, each with its sample and its interval, or with why it has no figure.
 *
 * @param seed of the resampled intervals; the same one gives the same figures everywhere
 * @example finish(performanceOf({ trades, startMinor: 1_000_000 }, 1)).sqn.value
 */
export function* performanceOf(history: ClosedHistory, seed: number): Slices<Performance> {
  const record = prepare(history);
  const { n, nets, multiples } = record;
  yield;
  const byTrade = yield* resampled(n, TRADE_FIGURES, tradeFigures(nets, multiples), seed);
  const byDay = yield* figuresByDay(record, seed);
  const result = resultFindings(record, byTrade, byDay);
  yield;
  const risk = riskFindings(record, byTrade, byDay);
  yield;
  const consistency = consistencyFindings(record, byTrade);
  yield;
  const time = timeFindings(record);
  yield;
  const all = { ...result, ...risk, ...consistency, ...time, ...costsFindings(record) };
  return Object.fromEntries(
    MEASURES.map(({ key, least }) => [key, withThreshold(all[key], least)]),
  ) as Performance;
}

function* figuresByDay(record: Prepared, seed: number): Slices<ByDay> {
  const balances = dailyBalances(record);
  if (balances === null) return 'needs_balance';
  const returns = dailyReturns(balances);
  if (returns === null) return 'balance_gone';
  return yield* resampled(returns.length, DAY_FIGURES, dayFigures(returns), seed);
}

function* resampled<Key extends string>(
  n: number,
  keys: readonly Key[],
  tally: Tally<Key>,
  seed: number,
): Slices<Resampled<Key>> {
  tally.clear();
  for (let index = 0; index < n; index += 1) tally.add(index);
  const figures = tally.figures();
  const none = Object.fromEntries(keys.map((key) => [key, null])) as Record<Key, null>;
  if (n < RESAMPLED_LEAST) return { figures, intervals: none };
  return { figures, intervals: yield* blockBootstrap(n, keys, tally, seed) };
}

function withThreshold(found: Finding, least: number): Finding {
  return found.n < least ? finding(found.n, null, 'not_enough_data') : found;
}

function consistencyFindings(
  record: Prepared,
  { figures, intervals }: ByTrade,
): FindingsOf<typeof CONSISTENCY_MEASURES> {
  const { n, sums, risked, tradedDays } = record;
  const { startMinor } = record.history;
  const nets = Array.from(record.nets);
  const streaks = streaksOf(nets);
  const gained = tradedDays.filter(({ netMinor }) => netMinor > 0).length;
  const growth = startMinor === null ? null : holdingPeriodReturns(startMinor, nets);
  return {
    sqn: finding(risked, figures.sqn, 'no_variation', intervals.sqn),
    z_score: finding(n, runsZScore(nets), sums.losses === 0 ? 'no_losses' : 'no_wins'),
    straightness: finding(n, regressionOf(0, nets).correlation, 'no_variation'),
    profitable_days: finding(
      tradedDays.length,
      (100 * gained) / tradedDays.length,
      'not_known',
      wilsonInterval(gained, tradedDays.length),
    ),
    geometric_return: finding(
      n,
      growth === null ? null : 100 * (growth.geometric - 1),
      whyNoShare(startMinor),
    ),
    longest_wins: finding(n, streaks.longestWins.trades, 'not_known'),
    longest_losses: finding(n, streaks.longestLosses.trades, 'not_known'),
    dearest_losses: finding(n, streaks.dearestLosses.minor, 'not_known'),
    average_wins: finding(n, streaks.averageWins, 'not_known'),
    average_losses: finding(n, streaks.averageLosses, 'not_known'),
    best_trade_share: finding(sums.wins, (100 * sums.largestWin) / sums.grossProfit, 'no_wins'),
    with_stop: finding(n, (100 * risked) / n, 'not_known'),
  };
}

function timeFindings(record: Prepared): FindingsOf<typeof TIME_MEASURES> {
  const { n, days } = record;
  const { trades } = record.history;
  const times = Float64Array.from(trades, holdingMs).sort();
  return {
    holding_average: meanHolding(trades),
    holding_median: finding(n, n === 0 ? null : percentile(times, 0.5), 'not_known'),
    holding_longest: finding(n, times.at(-1) ?? null, 'not_known'),
    holding_wins: meanHolding(trades.filter(({ netMinor }) => netMinor > 0)),
    holding_losses: meanHolding(trades.filter(({ netMinor }) => netMinor < 0)),
    exposure: finding(n, exposurePercent(trades), 'not_known'),
    most_open: finding(n, n === 0 ? null : mostOpen(trades), 'not_known'),
    trades_per_day: finding(days.length, n / days.length, 'not_known'),
  };
}

function holdingMs({ openedAt, closedAt }: ClosedTrade): number {
  return Math.max(0, closedAt - openedAt);
}

function meanHolding(trades: readonly ClosedTrade[]): Finding {
  const sum = trades.reduce((total, trade) => total + holdingMs(trade), 0);
  return finding(trades.length, sum / trades.length, 'not_known');
}

/** Market time with at least one position open, in percent of all from the first opening to the last closing. */
function exposurePercent(trades: readonly ClosedTrade[]): number | null {
  const byOpening = trades.toSorted((a, b) => a.openedAt - b.openedAt);
  const [first] = byOpening;
  if (!first) return null;
  let covered = 0;
  let until = first.openedAt;
  for (const { openedAt, closedAt } of byOpening) {
    if (closedAt <= until) continue;
    covered += openMarketMs(openedAt > until ? openedAt : until, closedAt);
    until = closedAt;
  }
  const whole = openMarketMs(first.openedAt, until);
  return whole === 0 ? null : (100 * covered) / whole;
}

/** A position that closes the moment another opens is not held together with it. */
function mostOpen(trades: readonly ClosedTrade[]): number {
  const openings = Float64Array.from(trades, ({ openedAt }) => openedAt).sort();
  const closings = Float64Array.from(trades, ({ openedAt, closedAt }) =>
    // One that opened and closed at once was open nevertheless.
    Math.max(closedAt, openedAt + 1),
  ).sort();
  let closed = 0;
  let most = 0;
  for (const [index, opening] of openings.entries()) {
    while ((closings[closed] ?? Number.POSITIVE_INFINITY) <= opening) closed += 1;
    most = Math.max(most, index + 1 - closed);
  }
  return most;
}

const WORST_SHARE = 0.05;

function riskFindings(
  record: Prepared,
  byTrade: ByTrade,
  byDay: ByDay,
): FindingsOf<typeof RISK_MEASURES> {
  const { n, nets, sums, days } = record;
  const { startMinor, trades } = record.history;
  const drawdown = drawdownOf(startMinor ?? 0, balanceCurve(startMinor ?? 0, nets));
  const known = startMinor !== null && startMinor > 0;
  const sorted = nets.toSorted();
  const oneSided = sums.losses === 0 ? 'no_losses' : 'no_wins';
  const { figures, intervals } = byTrade;
  return {
    max_drawdown: finding(n, drawdown.maximal.minor, 'not_known'),
    relative_drawdown: finding(n, known ? drawdown.relative.percent : null, whyNoShare(startMinor)),
    absolute_drawdown: finding(n, drawdown.absoluteMinor, 'not_known'),
    longest_drawdown: finding(n, longestDrawdownMs(trades), 'not_known'),
    recovery_factor: finding(n, figures.recovery_factor, 'no_drawdown', intervals.recovery_factor),
    sharpe_ratio: dayFinding(record, byDay, 'sharpe_ratio', 'no_variation'),
    sortino_ratio: dayFinding(record, byDay, 'sortino_ratio', 'no_losses'),
    calmar_ratio: dayFinding(record, byDay, 'calmar_ratio', 'no_drawdown'),
    ulcer_index: finding(
      days.length,
      ulcerIndex(dailyBalances(record)),
      typeof byDay === 'string' ? byDay : 'not_known',
    ),
    deviation: finding(n, figures.deviation, 'no_variation', intervals.deviation),
    value_at_risk: finding(n, n === 0 ? null : percentile(sorted, WORST_SHARE), 'not_known'),
    expected_shortfall: finding(n, meanOfWorst(sorted), 'not_known'),
    kelly: finding(n, figures.kelly, oneSided, intervals.kelly),
  };
}

/** Balance at the end of each trading day, the beginning first; null without one. */
function dailyBalances({ history, days }: Prepared): number[] | null {
  const { startMinor } = history;
  if (startMinor === null) return null;
  return [
    startMinor,
    ...balanceCurve(
      startMinor,
      days.map(({ netMinor }) => netMinor),
    ),
  ];
}

function ulcerIndex(balances: readonly number[] | null): number | null {
  if (balances === null || dailyReturns(balances) === null || balances.length < 2) return null;
  let peak = 0;
  let squares = 0;
  for (const balance of balances) {
    peak = Math.max(peak, balance);
    squares += (100 * (1 - balance / peak)) ** 2;
  }
  return Math.sqrt(squares / (balances.length - 1));
}

/** From a peak until it is reached again. The first opening is the first peak. */
function longestDrawdownMs(trades: readonly ClosedTrade[]): number | null {
  const [first] = trades;
  if (!first) return null;
  let level = 0;
  let peak = { level: 0, at: first.openedAt };
  let below = false;
  let longest = 0;
  for (const { netMinor, closedAt } of trades) {
    level += netMinor;
    if (below || level < peak.level) longest = Math.max(longest, closedAt - peak.at);
    below = level < peak.level;
    if (!below) peak = { level, at: closedAt };
  }
  return longest;
}

function meanOfWorst(sorted: Float64Array): number | null {
  const count = Math.ceil(sorted.length * WORST_SHARE);
  if (count === 0) return null;
  return sorted.subarray(0, count).reduce((sum, net) => sum + net, 0) / count;
}
