import type { Prepared } from './closed-history.ts';
import type { DayFigure } from './daily-returns.ts';
import { type Finding, finding, type Missing } from './finding.ts';
import { type Interval, wilsonInterval } from './interval.ts';
import type { MeasureKey } from './measures/catalogue.ts';
import type { RESULT_MEASURES } from './measures/result.ts';
import { percentile } from './percentile.ts';
import type { TradeFigure } from './trade-figures.ts';

/** Figures of the record and their resampled intervals. */
export type Resampled<Key extends string> = Readonly<{
  figures: Readonly<Record<Key, number>>;
  intervals: Readonly<Record<Key, Interval | null>>;
}>;

export type ByTrade = Resampled<TradeFigure>;
/** null: no returns can be taken, and why. */
export type ByDay = Resampled<DayFigure> | Missing;

export type FindingsOf<Texts extends readonly { key: MeasureKey }[]> = Readonly<
  Record<Texts[number]['key'], Finding>
>;

export function resultFindings(
  record: Prepared,
  byTrade: ByTrade,
  byDay: ByDay,
): FindingsOf<typeof RESULT_MEASURES> {
  const { n, sums, risked, multiples, nets, netMinor } = record;
  const { startMinor } = record.history;
  const resampled = (key: TradeFigure, count: number, otherwise: Missing) =>
    finding(count, byTrade.figures[key], otherwise, byTrade.intervals[key]);
  const oneSided: Missing = sums.losses === 0 ? 'no_losses' : 'no_wins';
  const reached = multiples.reduce((count, multiple) => count + (multiple >= 1 ? 1 : 0), 0);
  return {
    expectancy: resampled('expectancy', n, 'not_known'),
    median_result: finding(n, n === 0 ? null : percentile(nets.toSorted(), 0.5), 'not_known'),
    win_rate: finding(n, (100 * sums.wins) / n, 'not_known', wilsonInterval(sums.wins, n)),
    profit_factor: resampled('profit_factor', n, 'no_losses'),
    payoff_ratio: resampled('payoff_ratio', n, oneSided),
    break_even_win_rate: resampled('break_even_win_rate', n, oneSided),
    average_r: resampled('average_r', risked, 'not_known'),
    reached_one_r: finding(
      risked,
      (100 * reached) / risked,
      'not_known',
      wilsonInterval(reached, risked),
    ),
    total_return: finding(n, shareOfStart(netMinor, startMinor), whyNoShare(startMinor)),
    annual_return: dayFinding(record, byDay, 'annual_return', 'balance_gone'),
  };
}

/** A figure of the daily returns. */
export function dayFinding(
  { days }: Prepared,
  byDay: ByDay,
  key: DayFigure,
  otherwise: Missing,
): Finding {
  return typeof byDay === 'string'
    ? finding(days.length, null, byDay)
    : finding(days.length, byDay.figures[key], otherwise, byDay.intervals[key]);
}

function shareOfStart(minor: number, startMinor: number | null): number | null {
  return startMinor === null || startMinor <= 0 ? null : (100 * minor) / startMinor;
}

export function whyNoShare(startMinor: number | null): Missing {
  return startMinor === null ? 'needs_balance' : 'balance_gone';
}
