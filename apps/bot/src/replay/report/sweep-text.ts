import { tradingDayName, tradingDayOf } from '@quorate/trading/market/trading-day';
import { DAY_MS, type Instant } from '@quorate/values/instant';
import type { Period } from '../../markets/period.ts';
import type { Combination, Score, SweepResult } from '../sweep/sweep-result.ts';
import type { WalkForwardResult } from '../sweep/walk-forward.ts';
import { sameTradesNet } from './figures.ts';
import type { ReplayReport } from './replay-report.ts';
import { amountText, countText, tableText, wrapText } from './words.ts';

/** Combinations that the table shows. */
const TRIES_MOST = 20;

/** Heads of `scoreCells`. */
export const HEADS = ['Trades', 'Won', 'Net', 'Factor', 'Sharpe', 'Fall'];

/** Every combination, the best first. */
export function sweepLines({ tried, objective }: SweepResult, digits: number): string[] {
  const left = tried.length - TRIES_MOST;
  const keys = Object.keys(tried[0]?.settings ?? {});
  return [
    ...wrapText(
      `${tried.length} combinations of ${keys.join(' × ')}, the best ${objective.replace('_', ' ')} first:`,
    ),
    ...tableText(
      ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
      [
        ['Settings', ...HEADS],
        ...tried
          .slice(0, TRIES_MOST)
          .map(({ settings, score }) => [valuesText(settings), ...scoreCells(score, digits)]),
      ],
    ),
    ...(left > 0 ? [`(${left} more are in --json and on the page)`] : []),
  ];
}

/** What was chosen when, and what it did afterwards. */
export function forwardLines(result: WalkForwardResult, digits: number): string[] {
  const { steps, months } = result;
  const rows = steps.map(({ window, settings, chosen, traded }) => [
    periodText(window.tradedOn),
    valuesText(settings),
    amountText(chosen.netMinor, digits),
    figure(chosen.sharpe),
    amountText(traded.netMinor, digits),
    figure(traded.sharpe),
  ]);
  return [
    `Chosen on ${months.inMonths} months, traded on the next ${months.outMonths}:`,
    ...tableText(
      ['left', 'left', 'right', 'right', 'right', 'right'],
      [['Traded', 'Settings', 'Chosen: net', 'Sharpe', 'Traded: net', 'Sharpe'], ...rows],
    ),
    ...wrapText(verdictText(result)),
  ];
}

/** How the months after a choice compare with those before it. */
export function verdictText({ efficiency, steps }: WalkForwardResult): string {
  if (steps.every(({ chosen }) => chosen.trades === 0)) {
    return 'The best choice was every time one that makes no trade.';
  }
  return efficiency === null
    ? 'The chosen settings lost on the months that they were chosen on; there is nothing to compare with.'
    : `A trading day after the choice made ${(100 * efficiency).toFixed(0)} % of what one made on the months that were chosen on.`;
}

/** @example valuesText({ minimum_risk_reward: 1.5, maximum_daily_trades: 3 }) // '1.5 × 3' */
export function valuesText(settings: Combination): string {
  return Object.values(settings).join(' × ');
}

/** The cells of a score, in the order of its heads. */
export function scoreCells(score: Score, digits: number): string[] {
  return [
    countText(score.trades),
    `${score.winRatePercent.toFixed(1)} %`,
    amountText(score.netMinor, digits),
    figure(score.profitFactor),
    figure(score.sharpe),
    score.drawdownPercent === null ? '-' : `${score.drawdownPercent.toFixed(1)} %`,
  ];
}

/** Heads of `costRows`. */
export const COST_HEADS = ['At costs', 'Same trades', ...HEADS];

/** A row for each multiple of the costs; without figures where the run at them was interrupted. */
export function costRows({ costs, figures, digits }: ReplayReport): string[][] {
  return costs.map(({ factor, score }) => [
    `x${factor}`,
    amountText(sameTradesNet(figures, factor), digits),
    ...(score ? scoreCells(score, digits) : HEADS.map(() => '-')),
  ]);
}

/** First and last server day of a period. */
export function periodText({ from, end }: Period): string {
  const last = tradingDayOf((end - 1) as Instant);
  return `${tradingDayName(tradingDayOf(from))} to ${tradingDayName(Math.min(last, Math.floor(end / DAY_MS)))}`;
}

function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(2);
}
