import { openMarketMs } from '../trading-day.ts';
import type { ClosedTrade, Prepared } from './closed-history.ts';
import { type Finding, finding } from './finding.ts';
import type { TIME_MEASURES } from './measures/time.ts';
import { percentile } from './percentile.ts';
import type { FindingsOf } from './result-findings.ts';

export function timeFindings(record: Prepared): FindingsOf<typeof TIME_MEASURES> {
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
