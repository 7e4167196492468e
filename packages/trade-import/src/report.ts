import type { LanguageCode } from './languages.ts';

export type ReportFormat = 'html' | 'xlsx' | 'csv';

/** One row of the file as text, with its line (a workbook: its row) counted from 1. */
export type FileRow = Readonly<{
  line: number;
  cells: readonly string[];
  /** What a page keeps in a hidden cell of the row. */
  comment?: string;
}>;

/** A row that is no trade we can keep, and why. */
export type RowFault = Readonly<{ line: number; message: string }>;

export type ReportAccount = Readonly<{
  login: string | null;
  server: string | null;
  currency: string | null;
  accountType: 'demo' | 'real' | 'unknown';
}>;

/** What closed a position, as its comment names it; `level` is the stop or the target, where it is named. */
export type ReportExit = Readonly<{ by: 'sl' | 'tp' | 'so'; level: string | null }>;

/**
 * A closed position. Prices, lots and money are plain decimal texts, exact as the file has them. Times are
 * what the trading server's clock showed, in milliseconds as though it were UTC.
 */
export type ReportTrade = Readonly<{
  line: number;
  ticket: string;
  symbol: string;
  side: 'BUY' | 'SELL';
  volume: string;
  /** Decimals of the symbol's prices: the most that any of its prices in the file has. */
  digits: number;
  openPrice: string;
  closePrice: string;
  stopLoss: string | null;
  takeProfit: string | null;
  openedServerMs: number;
  closedServerMs: number;
  grossProfit: string;
  commission: string;
  swap: string;
  fee: string;
  /** null where the report does not say, or not beyond doubt. Of several parts the last one counts. */
  exit: ReportExit | null;
  /** The stop of the order that opened it; null where the report has none. */
  firstStop: string | null;
}>;

export type Report = Readonly<{
  format: ReportFormat;
  /** null where columns were told by their order alone. */
  language: LanguageCode | null;
  account: ReportAccount;
  /** In the order of closing. */
  trades: readonly ReportTrade[];
  /** Deposits, withdrawals, credits, corrections: deals without a symbol. */
  balanceDeals: number;
  /** Positions that are still open, wholly or in part: they are no trades yet. */
  openPositions: number;
  faults: readonly RowFault[];
}>;
