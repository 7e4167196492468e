import type { ClosedTrade, Prepared } from './closed-history.ts';
import { derivedFinding, estimateFinding, type Finding, finding, type Missing } from './finding.ts';
import type { MeasureKey } from './measures/catalogue.ts';
import type { RESULT_MEASURES } from './measures/result.ts';
import { percentile } from './percentile.ts';
import { rateInterval } from './record-interval.ts';
import type { Slices } from './slices.ts';
import type { TradeEstimates } from './trade-figures.ts';

export type FindingsOf<Texts extends readonly { key: MeasureKey }[]> = Readonly<
  Record<Texts[number]['key'], Finding>
>;

/** What was found from the returns of days, or why none can be taken. */
export type ByDay = Readonly<{
  n: number;
  why: Missing | null;
  sharpe: Finding;
  sortino: Finding;
  annual: Finding;
  calmar: Finding;
}>;

export function* resultFindings(
  record: Prepared,
  estimates: TradeEstimates,
  byDay: ByDay,
): Slices<FindingsOf<typeof RESULT_MEASURES>> {
  const { n, sums, risked, multiples, nets, netMinor } = record;
  const { startMinor } = record.history;
  const oneSided: Missing = sums.losses === 0 ? 'no_losses' : 'no_wins';
  const expectancy = estimateFinding(n, estimates.expectancy, 'not_known');
  yield;
  const profitFactor = estimateFinding(n, estimates.profit_factor, 'no_losses');
  yield;
  const payoff = estimateFinding(n, estimates.payoff_ratio, oneSided);
  yield;
  const averageR = estimateFinding(risked, estimates.average_r, 'not_known');
  yield;
  const withStop = multiples.filter((multiple) => !Number.isNaN(multiple));
  const reachedOneR = rateFinding(withStop, (multiple) => multiple >= 1);
  yield;
  const winRate = rateFinding(nets, (net) => net > 0);
  yield;
  return {
    expectancy,
    median_result: finding(n, n === 0 ? null : percentile(nets.toSorted(), 0.5), 'not_known'),
    win_rate: winRate,
    profit_factor: profitFactor,
    payoff_ratio: payoff,
    break_even_win_rate: derivedFinding(payoff, (ratio) => 100 / (1 + ratio)),
    average_r: averageR,
    reached_one_r: reachedOneR,
    ...excursionFindings(record.history.trades),
    total_return: finding(n, shareOfStart(netMinor, startMinor), whyNoShare(startMinor)),
    annual_return: byDay.annual,
  };
}

/** How far trades were ahead and behind while they were open, as far as that was followed. */
function excursionFindings(trades: readonly ClosedTrade[]) {
  const best: number[] = [];
  const worst: number[] = [];
  let [followed, grossMinor, bestMinor] = [0, 0, 0];
  for (const { excursion, riskMinor, grossMinor: gross } of trades) {
    if (!excursion) continue;
    followed += 1;
    grossMinor += gross;
    bestMinor += excursion.bestMinor;
    if (riskMinor === null || riskMinor <= 0) continue;
    best.push(excursion.bestMinor / riskMinor);
    worst.push(excursion.worstMinor / riskMinor);
  }
  const median = (multiples: readonly number[]) =>
    finding(
      multiples.length,
      multiples.length === 0 ? null : percentile(Float64Array.from(multiples).sort(), 0.5),
      'not_known',
    );
  return {
    best_excursion: median(best),
    worst_excursion: median(worst),
    exit_efficiency: finding(followed, (100 * grossMinor) / bestMinor, 'not_known'),
  };
}

/** How often results are such ones, in percent. */
export function rateFinding(values: ArrayLike<number>, is: (value: number) => boolean): Finding {
  const hits = Float64Array.from(values, (value) => (is(value) ? 1 : 0));
  const rate = (100 * hits.reduce((sum, hit) => sum + hit, 0)) / hits.length;
  return finding(hits.length, rate, 'not_known', rateInterval(hits));
}

function shareOfStart(minor: number, startMinor: number | null): number | null {
  return startMinor === null || startMinor <= 0 ? null : (100 * minor) / startMinor;
}

export function whyNoShare(startMinor: number | null): Missing {
  return startMinor === null ? 'needs_balance' : 'balance_gone';
}
