import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import { notesOf } from './notes.ts';
import type { ReplayReport } from './replay-report.ts';
import { COST_HEADS, costRows, forwardLines, sweepLines } from './sweep-text.ts';
import {
  amountText,
  countText,
  findingText,
  intervalText,
  ruleText,
  tableText,
  wrapText,
} from './words.ts';

/** Measures that the table shows; the page shows them all. */
const SHOWN = new Set([
  'expectancy',
  'win_rate',
  'profit_factor',
  'average_r',
  'annual_return',
  'recovery_factor',
  'sharpe_ratio',
  'sortino_ratio',
  'ulcer_index',
  'longest_drawdown',
]);

/** Groups and months beyond these are left to the page. */
const ROWS_MOST = 24;

/** The report as a table of 80 columns. */
export function reportText(report: ReplayReport): string {
  const lines = [
    ...headLines(report),
    ...resultLines(report),
    ...measureLines(report),
    ...groupLines(report),
    ...refusedLines(report),
    ...costLines(report),
    ...(report.sweep ? ['', ...sweepLines(report.sweep, report.digits)] : []),
    ...(report.walkForward ? ['', ...forwardLines(report.walkForward, report.digits)] : []),
    '',
    ...notesOf(report).flatMap((note) => wrapText(`- ${note}`)),
  ];
  return `${lines.join('\n')}\n`;
}

function headLines({ run, inputs, findings }: ReplayReport): string[] {
  const symbols = inputs.markets.map(({ symbol }) => symbol).join(', ');
  const timeframe = inputs.markets[0]?.timeframe ?? '';
  return [
    ...wrapText(`Replay ${run}: ${symbols} ${timeframe}, ${inputs.from} to ${inputs.to}`),
    ...findings.flatMap(({ level, message }) =>
      wrapText(`${level === 'warning' ? 'Warning: ' : 'Data: '}${message}`),
    ),
    '',
  ];
}

function resultLines({ walk, figures, start, end, currency, digits }: ReplayReport): string[] {
  const { summary } = figures.statistics;
  const { equityDrawdown } = figures;
  const percent = ((end.minor - start.minor) / start.minor) * 100;
  const fall = equityDrawdown.maximal;
  return tableText(
    ['left', 'right', 'left', 'right'],
    [
      ['Candles', countText(walk.bars), '  Balance at the start', amountText(start.minor, digits)],
      [
        'Decisions',
        countText(walk.asked),
        `  Balance at the end (${currency})`,
        amountText(end.minor, digits),
      ],
      ['of them to hold', countText(walk.held), '  Return', `${percent.toFixed(2)} %`],
      ['Trades', countText(summary.total), '  Net profit', amountText(summary.netProfit, digits)],
      ['Won', countText(summary.wins), '  Average win', amountText(summary.averageWin, digits)],
      [
        'Lost',
        countText(summary.losses),
        '  Average loss',
        amountText(summary.averageLoss, digits),
      ],
      [
        'Refused',
        countText(walk.refused.length),
        '  Deepest fall of the equity',
        `${amountText(-fall.minor, digits)}${fall.percent === null ? '' : ` (${fall.percent.toFixed(2)} %)`}`,
      ],
    ],
  );
}

function measureLines({ figures, digits }: ReplayReport): string[] {
  const rows = MEASURES.filter(({ key }) => SHOWN.has(key)).map((measure) => {
    const found = figures.performance[measure.key];
    return [
      measure.name,
      findingText(measure, found, digits),
      intervalText(measure, found, digits),
      countText(found.n),
    ];
  });
  return [
    '',
    ...tableText(
      ['left', 'right', 'right', 'right'],
      [['Measure', 'Figure', '95 % interval', 'n'], ...rows],
    ),
  ];
}

function groupLines({ figures, digits }: ReplayReport): string[] {
  const { months, symbols } = figures.groups;
  const left = Math.max(0, months.length - ROWS_MOST);
  const rows = [...symbols.slice(0, ROWS_MOST), ...months.slice(left)].map((group) => [
    group.name,
    countText(group.trades),
    countText(group.wins),
    amountText(group.netMinor, digits),
  ]);
  if (rows.length === 0) return [];
  return [
    '',
    ...tableText(
      ['left', 'right', 'right', 'right'],
      [['Symbol or month', 'Trades', 'Won', 'Net'], ...rows],
    ),
    ...(left > 0 ? [`(${left} earlier months are on the page: --html)`] : []),
  ];
}

function refusedLines({ figures, walk }: ReplayReport): string[] {
  const rows = figures.refused.map(({ code, count, followed, sumR }) => [
    ruleText(code),
    countText(count),
    countText(followed),
    followed === 0 ? '' : `${(sumR / followed).toFixed(2)} R`,
    followed === 0 ? '' : `${sumR.toFixed(1)} R`,
  ]);
  const notAsked = Object.entries(walk.notAsked)
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => `${ruleText(code)} ${countText(count)}`);
  const met = Object.entries(walk.limitsMet).map(
    ([code, count]) => `${ruleText(code)} ${countText(count)}`,
  );
  return [
    ...(rows.length > 0
      ? [
          '',
          ...tableText(
            ['left', 'right', 'right', 'right', 'right'],
            [['Refused by', 'Ideas', 'Followed', 'Would have made', 'in all'], ...rows],
          ),
        ]
      : []),
    ...(notAsked.length > 0
      ? [
          '',
          ...wrapText(
            `Candles with a signal that no decision was made on: ${notAsked.join(', ')}.`,
          ),
        ]
      : []),
    ...(met.length > 0 ? wrapText(`Limits met, and how often: ${met.join(', ')}.`) : []),
  ];
}

function costLines(report: ReplayReport): string[] {
  const { figures, digits } = report;
  const { spreadMinor, commissionMinor, swapMinor, slippageMinor } = figures.costs;
  const amount = (minor: number) => amountText(minor, digits);
  return [
    '',
    ...wrapText(
      `Costs: spread ${amount(spreadMinor)} (inside the prices), commission ${amount(commissionMinor)}, ` +
        `slippage ${amount(slippageMinor)}, swap ${amount(swapMinor)}.`,
    ),
    '',
    ...tableText(
      ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
      [COST_HEADS, ...costRows(report)],
    ),
  ];
}
