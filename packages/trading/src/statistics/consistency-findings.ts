import { holdingPeriodReturns, regressionOf, runsZScore } from './balance-shape.ts';
import type { Prepared } from './closed-history.ts';
import { finding } from './finding.ts';
import { wilsonInterval } from './interval.ts';
import type { CONSISTENCY_MEASURES } from './measures/consistency.ts';
import { type ByTrade, type FindingsOf, whyNoShare } from './result-findings.ts';
import { streaksOf } from './streaks.ts';

export function consistencyFindings(
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
