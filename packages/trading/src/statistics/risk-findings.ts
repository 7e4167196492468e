import type { ClosedTrade, Prepared } from './closed-history.ts';
import { dailyReturns } from './daily-returns.ts';
import { balanceCurve, drawdownOf } from './drawdown.ts';
import { finding } from './finding.ts';
import type { RISK_MEASURES } from './measures/risk.ts';
import { percentile } from './percentile.ts';
import {
  type ByDay,
  type ByTrade,
  dayFinding,
  type FindingsOf,
  whyNoShare,
} from './result-findings.ts';

const WORST_SHARE = 0.05;

export function riskFindings(
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
export function dailyBalances({ history, days }: Prepared): number[] | null {
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
