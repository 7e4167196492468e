import { openMarketMs } from '../market/trading-day.ts';
import { holdingPeriodReturns, regressionOf, runsZScore } from './balance-shape.ts';
import { type ClosedHistory, type ClosedTrade, type Prepared, prepare } from './closed-history.ts';
import { costsFindings } from './costs-findings.ts';
import { calmarRatio, dailyReturns, dayEstimates, yearlyPercent } from './daily-returns.ts';
import { balanceCurve, drawdownOf } from './drawdown.ts';
import { derivedFinding, estimateFinding, type Finding, finding } from './finding.ts';
import { MEASURES, type MeasureKey } from './measures/catalogue.ts';
import type { CONSISTENCY_MEASURES } from './measures/consistency.ts';
import type { MeasureText } from './measures/measure.ts';
import type { RISK_MEASURES } from './measures/risk.ts';
import type { TIME_MEASURES } from './measures/time.ts';
import { percentile } from './percentile.ts';
import {
  type ByDay,
  type FindingsOf,
  rateFinding,
  resultFindings,
  whyNoShare,
} from './result-findings.ts';
import type { Slices } from './slices.ts';
import { streaksOf } from './streaks.ts';
import { type TradeEstimates, tradeEstimates } from './trade-figures.ts';

export type Performance = Readonly<Record<MeasureKey, Finding>>;

/**
 * Every measure of `MEASURES`, each with its sample and its interval, or with why it has no figure.
 *
 * @example finish(performanceOf({ trades, startMinor: 1_000_000 })).sqn.value
 */
export function* performanceOf(history: ClosedHistory): Slices<Performance> {
  const record = prepare(history);
  yield;
  const estimates = tradeEstimates(record);
  yield;
  const byDay = yield* figuresByDay(record);
  const result = yield* resultFindings(record, estimates, byDay);
  const risk = yield* riskFindings(record, estimates, byDay);
  yield;
  const consistency = consistencyFindings(record, estimates);
  yield;
  const time = timeFindings(record);
  yield;
  const all = { ...result, ...risk, ...consistency, ...time, ...costsFindings(record) };
  return Object.fromEntries(
    MEASURES.map((measure) => [measure.key, withThresholds(all[measure.key], measure)]),
  ) as Performance;
}

function* figuresByDay(record: Prepared): Slices<ByDay> {
  const levels = dailyLevels(record);
  const n = levels.days;
  const returns = levels.minor && dailyReturns(levels.minor);
  if (returns === null) {
    const why = levels.minor === null ? 'needs_balance' : 'balance_gone';
    const none = finding(n, null, why);
    return { n, why, sharpe: none, sortino: none, annual: none, calmar: none };
  }
  const changes = Float64Array.from(returns);
  const { sharpe_ratio, sortino_ratio, growth } = dayEstimates(changes);
  yield;
  const sharpe = estimateFinding(n, sharpe_ratio, 'no_variation');
  yield;
  const sortino = estimateFinding(n, sortino_ratio, 'no_losses');
  yield;
  const annual = derivedFinding(estimateFinding(n, growth, 'balance_gone'), yearlyPercent);
  const calmar = finding(n, calmarRatio(changes), 'no_drawdown');
  return { n, why: null, sharpe, sortino, annual, calmar };
}

function withThresholds(found: Finding, { least, intervalFrom }: MeasureText): Finding {
  if (found.n < least) return finding(found.n, null, 'not_enough_data');
  return intervalFrom === null || found.n < intervalFrom ? { ...found, interval: null } : found;
}

function consistencyFindings(
  record: Prepared,
  estimates: TradeEstimates,
): FindingsOf<typeof CONSISTENCY_MEASURES> {
  const { n, sums, risked, tradedDays } = record;
  const { startMinor } = record.history;
  const nets = Array.from(record.nets);
  const streaks = streaksOf(nets);
  const dayNets = tradedDays.map(({ netMinor }) => netMinor);
  const growth = startMinor === null ? null : holdingPeriodReturns(startMinor, nets);
  return {
    sqn: estimateFinding(risked, estimates.sqn, 'no_variation'),
    z_score: finding(n, runsZScore(nets), sums.losses === 0 ? 'no_losses' : 'no_wins'),
    straightness: finding(n, regressionOf(0, nets).correlation, 'no_variation'),
    profitable_days: rateFinding(dayNets, (net) => net > 0),
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

function* riskFindings(
  record: Prepared,
  estimates: TradeEstimates,
  byDay: ByDay,
): Slices<FindingsOf<typeof RISK_MEASURES>> {
  const { n, nets, sums, netMinor } = record;
  const { startMinor, trades, equity } = record.history;
  const drawdown =
    equity?.drawdown ?? drawdownOf(startMinor ?? 0, balanceCurve(startMinor ?? 0, nets));
  const known = equity || (startMinor !== null && startMinor > 0);
  const deepest = drawdown.maximal.minor;
  const sorted = nets.toSorted();
  const deviation = estimateFinding(n, estimates.deviation, 'no_variation');
  yield;
  const kelly = estimateFinding(n, estimates.kelly, sums.losses === 0 ? 'no_losses' : 'no_wins');
  yield;
  return {
    max_drawdown: finding(n, deepest, 'not_known'),
    relative_drawdown: finding(n, known ? drawdown.relative.percent : null, whyNoShare(startMinor)),
    absolute_drawdown: finding(n, drawdown.absoluteMinor, 'not_known'),
    longest_drawdown: finding(n, longestDrawdownMs(trades), 'not_known'),
    recovery_factor: finding(n, deepest === 0 ? null : netMinor / deepest, 'no_drawdown'),
    sharpe_ratio: byDay.sharpe,
    sortino_ratio: byDay.sortino,
    calmar_ratio: byDay.calmar,
    ulcer_index: finding(byDay.n, ulcerIndex(dailyLevels(record).minor), byDay.why ?? 'not_known'),
    deviation,
    value_at_risk: finding(n, n === 0 ? null : percentile(sorted, WORST_SHARE), 'not_known'),
    expected_shortfall: finding(n, meanOfWorst(sorted), 'not_known'),
    kelly,
  };
}

/**
 * Equity at the end of each trading day where it is known, else the balance after the trades that were closed;
 * the beginning first. `minor` is null where neither is known.
 */
function dailyLevels({ history, days }: Prepared): {
  days: number;
  minor: readonly number[] | null;
} {
  const { startMinor, equity } = history;
  if (equity) return { days: equity.dailyMinor.length - 1, minor: equity.dailyMinor };
  if (startMinor === null) return { days: days.length, minor: null };
  const nets = days.map(({ netMinor }) => netMinor);
  return { days: days.length, minor: [startMinor, ...balanceCurve(startMinor, nets)] };
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
