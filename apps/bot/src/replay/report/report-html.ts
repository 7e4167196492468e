import { equityCharts } from './equity-chart.ts';
import { type Html, html } from './html.ts';
import { monthTable } from './month-table.ts';
import { notesOf } from './notes.ts';
import {
  groupsSections,
  inputsSection,
  measuresSection,
  refusedSection,
  tradesSection,
} from './page-sections.ts';
import { PAGE_STYLE } from './page-style.ts';
import { forwardSection, sweepSection } from './page-sweep.ts';
import type { ReplayReport } from './replay-report.ts';
import { amountText, countText } from './words.ts';

/** The report as one page that needs nothing else: no script, no font, no picture from elsewhere. */
export function reportHtml(report: ReplayReport): string {
  const { run, inputs, findings, walk, figures, start, digits, sweep, walkForward } = report;
  const symbols = inputs.markets.map(({ symbol }) => symbol).join(', ');
  const title = `Replay of ${symbols}, ${inputs.from} to ${inputs.to}`;
  const [equity, drawdown] = equityCharts(walk.equity.curve, start.minor, digits);
  const warnings = findings.filter(({ level }) => level === 'warning');
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none';style-src 'unsafe-inline'">
<title>${title}</title>
<style>${{ markup: PAGE_STYLE }}</style>
</head>
<body><main>
<h1>${title}</h1>
<p class="soft small">${inputs.markets[0]?.timeframe ?? ''} candles, offline analysts, simulated account in ${report.currency}. Run <code>${run}</code>.</p>
${warnings.length > 0 ? html`<div class="warn" role="note"><strong>The data guards warn:</strong><ul>${warnings.map(({ message }) => html`<li>${message}</li>`)}</ul></div>` : html``}
${cards(report)}
<section><h2>Equity and balance</h2>${equity}<p class="soft small">Line: equity at the end of each stretch; band: its range within it; dashed: balance.</p><h3>Drawdown of the equity</h3>${drawdown}</section>
<section><h2>Please read</h2><ul>${notesOf(report).map((note) => html`<li>${note}</li>`)}</ul></section>
${walkForward ? forwardSection(walkForward, digits) : html``}
${sweep ? sweepSection(sweep, digits) : html``}
<section><h2>Net by month</h2>${figures.groups.months.length > 0 ? monthTable(figures.groups.months, digits) : html`<p class="soft">Nothing was closed.</p>`}</section>
${measuresSection(report)}
${refusedSection(report)}
${groupsSections(report)}
${tradesSection(report)}
${inputsSection(report)}
</main></body>
</html>
`;
  return page.markup;
}

function cards({ walk, figures, start, end, digits, currency }: ReplayReport): Html {
  const { summary } = figures.statistics;
  const { maximal } = figures.equityDrawdown;
  const percent = (100 * (end.minor - start.minor)) / start.minor;
  const fall = maximal.percent === null ? '' : `${maximal.percent.toFixed(2)} % of its peak`;
  const card = (name: string, value: string, tone = '', more = '') =>
    html`<div><dt>${name}</dt><dd class="${tone}">${value}${more === '' ? '' : html`<small>${more}</small>`}</dd></div>`;
  const tone = (minor: number) => (minor > 0 ? 'gain' : minor < 0 ? 'loss' : '');
  return html`<dl class="cards">${[
    card(`Net profit, ${currency}`, amountText(summary.netProfit, digits), tone(summary.netProfit)),
    card('Return', `${percent.toFixed(2)} %`, tone(end.minor - start.minor)),
    card('Balance at the end', amountText(end.minor, digits)),
    card('Deepest fall of the equity', amountText(maximal.minor, digits), '', fall),
    card(
      'Trades',
      countText(summary.total),
      '',
      `${countText(summary.wins)} won, ${countText(summary.losses)} lost`,
    ),
    card('Win rate', `${summary.winRatePercent.toFixed(2)} %`),
    card('Profit factor', summary.profitFactorText),
    card('Refused ideas', countText(walk.refused.length)),
  ]}</dl><p class="soft small">From ${amountText(start.minor, digits)} ${currency}; ${countText(walk.bars)} candles, ${countText(walk.asked)} decisions, ${countText(walk.held)} of them to hold.</p>`;
}
