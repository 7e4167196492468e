import type { ReportTrade } from '../report.ts';
import {
  MODEL_POSITION,
  MODEL_REPORT,
  type ModelPosition,
  type ModelReport,
} from './report-model.ts';

export const model = (changes: Partial<ModelReport>): ModelReport => ({
  ...MODEL_REPORT,
  ...changes,
});
export const position = (changes: Partial<ModelPosition>): ModelPosition => ({
  ...MODEL_POSITION,
  ...changes,
});

/** Figures as numbers, so that closing zeros make no difference. */
export function plain(trade: ReportTrade) {
  const { line: _line, digits: _digits, ...rest } = trade;
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) =>
      typeof value === 'string' && key !== 'ticket' && /^-?\d/.test(value)
        ? [key, Number(value)]
        : [key, value],
    ),
  );
}

/** What is read of MODEL_POSITION. */
export const EXPECTED = {
  ticket: '285686212',
  symbol: 'EURUSD',
  side: 'BUY',
  volume: 0.5,
  openPrice: 1.08214,
  closePrice: 1.08643,
  stopLoss: 1.08,
  takeProfit: null,
  openedServerMs: Date.UTC(2025, 2, 3, 10, 15, 30),
  closedServerMs: Date.UTC(2025, 2, 4, 11, 0, 5),
  grossProfit: 1214.5,
  commission: -3.5,
  swap: -1.2,
  fee: 0,
  exit: null,
  firstStop: null,
};
