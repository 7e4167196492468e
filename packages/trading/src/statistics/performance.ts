import { blockBootstrap, type Tally } from './block-bootstrap.ts';
import { type ClosedHistory, type Prepared, prepare } from './closed-history.ts';
import { consistencyFindings } from './consistency-findings.ts';
import { costsFindings } from './costs-findings.ts';
import { dailyReturns } from './daily-returns.ts';
import { DAY_FIGURES, dayFigures } from './day-figures.ts';
import { type Finding, finding } from './finding.ts';
import { MEASURES, type MeasureKey } from './measures/catalogue.ts';
import { type ByDay, type Resampled, resultFindings } from './result-findings.ts';
import { dailyBalances, riskFindings } from './risk-findings.ts';
import type { Slices } from './slices.ts';
import { timeFindings } from './time-findings.ts';
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
