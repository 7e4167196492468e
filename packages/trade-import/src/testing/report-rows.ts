import { type Column, columnWord, sectionWord } from '../languages.ts';
import type { ModelReport } from './report-model.ts';

/** A row of a report as a terminal lays it out: cells, and how it is told from the others. */
export type ModelRow = {
  kind: 'title' | 'head' | 'data' | 'total' | 'info';
  cells: string[];
  /** What a page hides in the row. */
  hidden?: string | undefined;
};

const POSITION_COLUMNS: readonly Column[] = [
  'time',
  'position',
  'symbol',
  'type',
  'volume',
  'price',
  'stopLoss',
  'takeProfit',
  'time',
  'price',
  'commission',
  'swap',
  'profit',
];
const DEAL_COLUMNS: readonly Column[] = [
  'time',
  'deal',
  'symbol',
  'type',
  'direction',
  'volume',
  'price',
  'order',
  'commission',
  'fee',
  'swap',
  'profit',
  'balance',
];

/** The rows of a whole report, its sections in the terminal's order. */
export function reportRows(report: ModelReport): ModelRow[] {
  const { language } = report;
  const figure = (text: string) => terminalFigure(text, report.decimalSign);
  const head = (columns: readonly Column[]): ModelRow => ({
    kind: 'head',
    cells: columns.map((column) => columnWord(language, column)),
  });
  const title = (section: 'positions' | 'orders' | 'deals'): ModelRow => ({
    kind: 'title',
    cells: [sectionWord(language, section)],
  });
  return [
    { kind: 'title', cells: ['Report'] },
    { kind: 'info', cells: ['Name:', 'Ada Example'] },
    { kind: 'info', cells: ['Account:', report.account] },
    { kind: 'info', cells: ['Company:', 'Example Broker Ltd'] },
    title('positions'),
    head(POSITION_COLUMNS),
    ...report.positions.map(
      (p): ModelRow => ({
        kind: 'data',
        hidden: p.comment,
        cells: [
          p.opened,
          p.ticket,
          p.symbol,
          p.side,
          p.volume.split('/').map(figure).join(' / '),
          ...[p.openPrice, p.stopLoss, p.takeProfit].map(figure),
          p.closed,
          ...[p.closePrice, p.commission, p.swap, p.profit].map(figure),
        ],
      }),
    ),
    {
      kind: 'total',
      cells: [
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        '',
        figure('-1.00'),
        figure('0.00'),
        figure('2500.00'),
      ],
    },
    title('orders'),
    {
      kind: 'head',
      cells: [...head(['time', 'order', 'symbol', 'type', 'volume', 'stopLoss']).cells, '?', '?'],
    },
    ...(report.orders ?? [{ ticket: '1', stopLoss: '' }]).map(
      (o): ModelRow => ({
        kind: 'data',
        cells: [
          '2025.03.03 10:15:30',
          o.ticket,
          'EURUSD',
          'buy',
          '0.5 / 0.5',
          figure(o.stopLoss),
          'filled',
          '',
        ],
      }),
    ),
    title('deals'),
    { kind: 'head', cells: [...head(DEAL_COLUMNS).cells, '?'] },
    ...report.deals.map(
      (d): ModelRow => ({
        kind: 'data',
        cells: [
          d.time,
          d.deal,
          d.symbol,
          d.type,
          d.direction,
          figure(d.volume),
          figure(d.price),
          d.order,
          ...[d.commission, d.fee, d.swap, d.profit, '10000.00'].map(figure),
          d.comment ?? '',
        ],
      }),
    ),
    { kind: 'title', cells: ['Results'] },
  ];
}

/** As terminals print figures: thousands apart by blanks, the minus sometimes, too. */
function terminalFigure(plain: string, sign: '.' | ','): string {
  const text = plain.trim();
  if (text === '') return '';
  const [whole = '', fraction] = text.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return `${text.startsWith('-') ? '-' : ''}${grouped}${fraction === undefined ? '' : sign + fraction}`;
}
