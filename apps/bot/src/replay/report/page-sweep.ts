import type { SweepResult } from '../sweep/sweep-result.ts';
import type { WalkForwardResult } from '../sweep/walk-forward.ts';
import { type Html, html } from './html.ts';
import { amountCell, cell, table } from './page-table.ts';
import { HEADS, periodText, scoreCells, valuesText, verdictText } from './sweep-text.ts';
import { countText } from './words.ts';

/** Combinations that the page lists. */
const TRIES_MOST = 200;

/** Every combination that was tried, the best first. */
export function sweepSection({ tried, objective }: SweepResult, digits: number): Html {
  const keys = Object.keys(tried[0]?.settings ?? {});
  const left = tried.length - TRIES_MOST;
  return html`<section class="long"><h2>Settings tried</h2><p class="soft small">${keys.join(' × ')}, by ${objective.replace('_', ' ')}${left > 0 ? `; ${countText(left)} worse ones are left out` : ''}.</p>${table(
    ['Settings', ...HEADS],
    tried
      .slice(0, TRIES_MOST)
      .map(({ settings, score }) => [valuesText(settings), ...scoreCells(score, digits)].map(cell)),
    'Settings tried',
  )}</section>`;
}

/** What was chosen when, and what it did afterwards. */
export function forwardSection(result: WalkForwardResult, digits: number): Html {
  const { steps, months } = result;
  return html`<section class="long"><h2>Walk forward</h2><p class="soft small">Chosen on ${months.inMonths} months by ${result.objective.replace('_', ' ')}, traded on the next ${months.outMonths}. ${verdictText(result)}</p>${table(
    ['Traded', 'Settings', 'Chosen: net', 'Sharpe', 'Traded: net', 'Sharpe', 'Trades'],
    steps.map(({ window, settings, chosen, traded }) => [
      cell(periodText(window.tradedOn)),
      cell(valuesText(settings)),
      amountCell(chosen.netMinor, digits),
      cell(chosen.sharpe?.toFixed(2) ?? '-'),
      amountCell(traded.netMinor, digits),
      cell(traded.sharpe?.toFixed(2) ?? '-'),
      cell(countText(traded.trades)),
    ]),
    'Walk forward',
  )}</section>`;
}
