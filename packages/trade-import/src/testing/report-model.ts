import type { LanguageCode } from '../languages.ts';

/** A closed position as a generator writes it. Figures are plain decimals. */
export type ModelPosition = {
  opened: string;
  ticket: string;
  symbol: string;
  side: 'buy' | 'sell';
  volume: string;
  openPrice: string;
  stopLoss: string;
  takeProfit: string;
  closed: string;
  closePrice: string;
  commission: string;
  swap: string;
  profit: string;
  /** In the hidden cell of a page. */
  comment?: string;
};

/** An order of the past; its number is that of the position where it opened one. */
export type ModelOrder = { ticket: string; stopLoss: string };

export type ModelDeal = {
  time: string;
  deal: string;
  symbol: string;
  type: string;
  direction: string;
  volume: string;
  price: string;
  order: string;
  commission: string;
  fee: string;
  swap: string;
  profit: string;
  comment?: string;
};

export type ModelReport = {
  language: LanguageCode;
  decimalSign: '.' | ',';
  /** The whole cell, such as `123 (USD, Broker-Demo, demo, Hedge)`. */
  account: string;
  positions: readonly ModelPosition[];
  deals: readonly ModelDeal[];
  orders?: readonly ModelOrder[];
};

export const MODEL_POSITION: ModelPosition = {
  opened: '2025.03.03 10:15:30',
  ticket: '285686212',
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.50',
  openPrice: '1.08214',
  stopLoss: '1.08000',
  takeProfit: '',
  closed: '2025.03.04 11:00:05',
  closePrice: '1.08643',
  commission: '-3.50',
  swap: '-1.20',
  profit: '1214.50',
};

export const MODEL_REPORT: ModelReport = {
  language: 'en',
  decimalSign: '.',
  account: '99999999 (USD, Test-Demo, demo, Hedge)',
  positions: [MODEL_POSITION],
  deals: [],
};
