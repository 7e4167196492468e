import type { SweepResult } from '../sweep/sweep-result.ts';
import type { WalkForwardResult } from '../sweep/walk-forward.ts';
import { equityCharts } from './equity-chart.ts';
import type { Group } from './groups.ts';
import { amountCell, cell, type Html, html, table } from './html.ts';
import { notesOf } from './notes.ts';
import {
  groupsSections,
  inputsSection,
  measuresSection,
  refusedSection,
  tradesSection,
} from './page-sections.ts';
import type { ReplayReport } from './replay-report.ts';
import { HEADS, periodText, scoreCells, valuesText, verdictText } from './sweep-text.ts';
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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Net of each month, a year a row. */
function monthTable(months: readonly Group[], digits: number): Html {
  const years = [...new Set(months.map(({ name }) => name.slice(0, 4)))];
  const known = new Map(months.map((month) => [month.name, month]));
  const rows = years.map((year) => {
    const own = MONTHS.map((_, at) => known.get(`${year}-${String(at + 1).padStart(2, '0')}`));
    const sum = own.reduce((total, month) => total + (month?.netMinor ?? 0), 0);
    return [
      html`<td>${year}</td>`,
      ...own.map((month) => (month ? amountCell(month.netMinor, digits) : html`<td></td>`)),
      amountCell(sum, digits),
    ];
  });
  return table(['Year', ...MONTHS, 'Sum'], rows, 'Net by month');
}

/** Combinations that the page lists. */
const TRIES_MOST = 200;

/** Every combination that was tried, the best first. */
function sweepSection({ tried, objective }: SweepResult, digits: number): Html {
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
function forwardSection(result: WalkForwardResult, digits: number): Html {
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

/** The style of the page: one column that grows to two, light and dark by the reader's system, ink on paper. */
const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fbfbf9;--card:#fff;--ink:#17201c;--soft:#5a655f;--line:#dfe3df;--gain:#0b6e4f;--loss:#b3261e;--fall:#b3261e22;--warn:#8a5a00;--warnbg:#fff6e0}
@media (prefers-color-scheme:dark){:root{--paper:#111513;--card:#181d1a;--ink:#e7ece9;--soft:#9aa69f;--line:#2c3430;--gain:#4cc38a;--loss:#ff8b82;--fall:#ff8b8233;--warn:#f0c069;--warnbg:#2a2210}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1180px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 4px;text-wrap:balance}
h2{font-size:1.05rem;margin:0 0 12px}
h3{font-size:.9rem;margin:20px 0 6px;color:var(--soft);font-weight:600}
p{margin:0 0 8px}
.soft{color:var(--soft)}
.small{font-size:.85rem}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px;margin-top:16px;min-width:0}
.pair{display:grid;gap:16px;margin-top:16px;grid-template-columns:minmax(0,1fr)}
.pair section{margin-top:0}
.stack{display:grid;gap:16px;align-content:start;min-width:0}
@media (min-width:900px){.pair{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.cards{display:grid;gap:1px;background:var(--line);border:1px solid var(--line);border-radius:10px;overflow:hidden;margin-top:16px;grid-template-columns:repeat(2,minmax(0,1fr))}
@media (min-width:640px){.cards{grid-template-columns:repeat(4,minmax(0,1fr))}}
.cards div{background:var(--card);padding:12px 14px}
.cards dt{color:var(--soft);font-size:.8rem}
.cards dd{margin:0;font-size:1.25rem;font-weight:600;white-space:nowrap}
.cards small{display:block;color:var(--soft);font-size:.8rem;font-weight:400}
.gain{color:var(--gain)}.loss{color:var(--loss)}
.scroll{overflow-x:auto;max-width:100%}
.scroll:focus-visible{outline:2px solid var(--gain);outline-offset:2px}
table{border-collapse:collapse;width:100%;font-size:.875rem}
th,td{padding:5px 12px 5px 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{color:var(--soft);font-weight:600}
th:first-child,td:first-child,th.words{text-align:left}
td.words{white-space:normal;min-width:13rem;text-align:left}
th[scope=rowgroup]{padding-top:18px;color:var(--ink)}
svg.narrow{display:none}
@media (max-width:600px){svg.narrow{display:block}svg.wide,.tells .words{display:none}}
tr>:last-child{padding-right:0}
.slim{max-width:440px}
ul{margin:0;padding-left:1.1rem}
li{margin-bottom:4px}
.warn{background:var(--warnbg);color:var(--warn);border-radius:8px;padding:10px 14px;margin-top:16px;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{fill:var(--soft);font:12px system-ui,"Segoe UI",Roboto,sans-serif}
.grid{stroke:var(--line);stroke-width:1}
.equity{fill:none;stroke:var(--gain);stroke-width:1.6;stroke-linejoin:round}
.range{fill:var(--gain);opacity:.16}
.balance{fill:none;stroke:var(--soft);stroke-width:1;stroke-dasharray:3 3}
.fall{fill:var(--fall);stroke:var(--loss);stroke-width:1.2}
code{font:.85em ui-monospace,Consolas,monospace;overflow-wrap:anywhere}
details summary{cursor:pointer}
@media (max-width:520px){main{padding:16px 10px 40px}section{padding:14px 12px}.cards dd{font-size:1.1rem}}
@media print{svg.wide{display:block!important}svg.narrow{display:none!important}.tells .words{display:table-cell!important}:root{--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--gain:#0b6e4f;--loss:#b3261e}html{font-size:10px}body{font-size:10px}table{font-size:7.5px}th,td{padding:3px 6px 3px 0}td.words{min-width:0}section,.cards{break-inside:avoid;border-color:#bbb}main{max-width:none;padding:0}.scroll{overflow:visible}.long{break-inside:auto}}
`;
