import type { Trade } from '@quorate/trading/account/trade';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import {
  GROUP_WORDS,
  type MeasureGroup,
  SAMPLE_WORDS,
} from '@quorate/trading/statistics/measures/measure';
import { rMultiple } from '@quorate/trading/statistics/statistics';
import { lotsToDecimal } from '@quorate/values/lots';
import { priceToDecimal } from '@quorate/values/price';
import type { Group } from './groups.ts';
import { amountCell, cell, type Html, html, table, wordsCell } from './html.ts';
import type { ReplayReport } from './replay-report.ts';
import { COST_HEADS, costRows } from './sweep-text.ts';
import { amountText, countText, findingText, intervalText, ruleText, timeText } from './words.ts';

/** Trades that the page lists, the newest; the figures are of all. */
const TRADES_MOST = 500;

/** Every measure by its group, with what it tells. */
export function measuresSection({ figures, digits }: ReplayReport): Html {
  const groups = Object.entries(GROUP_WORDS) as [MeasureGroup, string][];
  const rows = groups.flatMap(([group, name]) => [
    [html`<th colspan="5" scope="rowgroup">${name}</th>`],
    ...MEASURES.filter((measure) => measure.group === group).map((measure) => {
      const found = figures.performance[measure.key];
      const [one, many] = SAMPLE_WORDS[measure.sample];
      return [
        cell(measure.name),
        cell(findingText(measure, found, digits)),
        cell(intervalText(measure, found, digits)),
        cell(`${countText(found.n)} ${found.n === 1 ? one : many}`),
        wordsCell(measure.meaning),
      ];
    }),
  ]);
  const heads = ['Measure', 'Figure', '95 % interval', 'From', 'What it tells'];
  return html`<section class="long tells"><h2>Measures</h2>${table(heads, rows, 'Measures')}</section>`;
}

/** What each rule refused, and what that would have made. */
export function refusedSection({ figures, walk }: ReplayReport): Html {
  const rows = figures.refused.map(({ code, count, followed, wins, sumR, example }) => [
    cell(ruleText(code)),
    cell(countText(count)),
    cell(countText(followed)),
    cell(followed === 0 ? '' : `${((100 * wins) / followed).toFixed(0)} %`),
    cell(followed === 0 ? '' : `${(sumR / followed).toFixed(2)} R`),
    cell(followed === 0 ? '' : `${sumR.toFixed(1)} R`),
    wordsCell(example),
  ]);
  const met = Object.entries(walk.limitsMet).map(
    ([code, count]) => `${ruleText(code)} ${countText(count)}`,
  );
  const notAsked = Object.entries(walk.notAsked).toSorted(([, a], [, b]) => b - a);
  return html`<section><h2>Refused</h2>${
    rows.length > 0
      ? table(['Rule', 'Ideas', 'Followed', 'Won', 'Mean', 'Sum', 'Newest'], rows, 'Refused ideas')
      : html`<p class="soft">No idea was refused.</p>`
  }<p class="soft small">What a refused idea would have made is followed on the candles after it, at the same fills and costs. R is what it stood to lose.</p>${
    notAsked.length > 0
      ? html`<h3>Candles with a signal that no decision was made on</h3><div class="slim">${table(
          ['Reason', 'Candles'],
          notAsked.map(([code, count]) => [cell(ruleText(code)), cell(countText(count))]),
          'Not decided on',
        )}</div>`
      : html``
  }${met.length > 0 ? html`<p class="small">Limits met, and how often: ${met.join(', ')}.</p>` : html``}</section>`;
}

function costsSection(report: ReplayReport): Html {
  const { figures, digits, currency } = report;
  const { spreadMinor, commissionMinor, slippageMinor, swapMinor } = figures.costs;
  const { trades } = figures;
  const rows = (
    [
      ['Spread at the opening (inside the prices)', spreadMinor],
      ['Commission', commissionMinor],
      ['Slippage', slippageMinor],
      ['Swap', swapMinor],
    ] as const
  ).map(([name, minor]) => [
    cell(name),
    amountCell(minor, digits),
    amountCell(trades.length === 0 ? 0 : Math.round(minor / trades.length), digits),
  ]);
  const atCosts = costRows(report).map((row) => row.map(cell));
  return html`<section><h2>Costs</h2>${table(['Kind', currency, 'A trade'], rows, 'Costs')}<h3>The same at higher costs</h3>${table(COST_HEADS, atCosts, 'At higher costs')}</section>`;
}

/** The same trades by symbol, weekday and hour. */
export function groupsSections(report: ReplayReport): Html {
  const { figures, digits } = report;
  const { symbols, weekdays, hours } = figures.groups;
  const section = (title: string, head: string, groups: readonly Group[]) =>
    html`<section><h2>${title}</h2>${table(
      [head, 'Trades', 'Won', 'Net', 'A trade'],
      groups.map(({ name, trades, wins, netMinor }) => [
        cell(name),
        cell(countText(trades)),
        cell(`${((100 * wins) / trades).toFixed(0)} %`),
        amountCell(netMinor, digits),
        amountCell(Math.round(netMinor / trades), digits),
      ]),
      title,
    )}</section>`;
  if (symbols.length === 0) return html`<div class="pair">${costsSection(report)}</div>`;
  return html`<div class="pair"><div class="stack">${costsSection(report)}${section('By symbol', 'Symbol', symbols)}${section('By weekday of the opening', 'Weekday', weekdays)}</div>${section('By hour of the opening, server clock', 'Hour', hours)}</div>`;
}

export function tradesSection({ figures, digits }: ReplayReport): Html {
  const { trades } = figures;
  const shown = trades.slice(-TRADES_MOST);
  const left = trades.slice(0, trades.length - shown.length);
  const leftNet = left.reduce((sum, { profit }) => sum + profit.minor, 0);
  return html`<section class="long"><h2>Trades</h2>${
    left.length > 0
      ? html`<p class="soft small">The newest ${countText(shown.length)} of ${countText(trades.length)}; the ${countText(left.length)} before them made ${amountText(leftNet, digits)} and are in the figures (all of them: --json).</p>`
      : html``
  }${table(
    ['Opened (UTC)', 'Symbol', 'Side', 'Lots', 'Open', 'Closed (UTC)', 'Close', 'Net', 'R'],
    shown.map((trade) => tradeCells(trade, digits)),
    'Trades',
  )}</section>`;
}

function tradeCells(trade: Trade, digits: number): Html[] {
  const r = rMultiple(trade);
  return [
    cell(timeText(trade.openedAt)),
    cell(trade.symbol),
    cell(trade.side),
    cell(lotsToDecimal(trade.lots)),
    cell(priceToDecimal(trade.openPrice)),
    cell(trade.closedAt === null ? '' : timeText(trade.closedAt)),
    cell(trade.closePrice === null ? '' : priceToDecimal(trade.closePrice)),
    amountCell(trade.profit.minor, digits),
    cell(r === null ? '' : r.toFixed(2)),
  ];
}

/** What the run was made of, so that it can be made again. */
export function inputsSection({ inputs, findings, run }: ReplayReport): Html {
  const settings = Object.entries(inputs.settings).map(([name, value]) => [
    cell(ruleText(name)),
    wordsCell(typeof value === 'string' ? value : JSON.stringify(value)),
  ]);
  const notes = findings.filter(({ level }) => level === 'note');
  return html`<section class="long"><h2>Inputs</h2><p class="soft small">The same files, settings and version give run <code>${run}</code> and this page, byte for byte.</p>${inputs.markets.map(
    ({ file, sha256, note, candles, warmUp }) =>
      html`<h3>${file}</h3><p class="small">${note}<br>${countText(candles)} candles traded, ${countText(warmUp)} before them for warming up. SHA-256 of the content: <code>${sha256}</code></p>`,
  )}${inputs.inside.map(
    ({ file, sha256, note }) =>
      html`<h3>${file}</h3><p class="small">${note} SHA-256 of the content: <code>${sha256}</code></p>`,
  )}${notes.length > 0 ? html`<h3>What the data guards note</h3><ul class="small">${notes.map(({ message }) => html`<li>${message}</li>`)}</ul>` : html``}<h3>Settings</h3>${table(['Name', 'Value'], settings, 'Settings')}</section>`;
}
