import type { ImportPreviewTrade } from '@quorate/contract/trade-import';
import type { TradeInput } from '@quorate/contract/trade-sync';
import type { ReportAccount, ReportFormat, RowFault } from '@quorate/trade-import/report';
import type { ClockChoice } from './server-clock.ts';

/** What a worker is to read. What the file says of the account comes before what is given here. */
export type ReadOrder = Readonly<{
  bytes: Uint8Array<ArrayBuffer>;
  currency: string | null;
  clock: ClockChoice;
  /** `keys`: batches of what tells whether a trade is known; `trades`: batches to store. */
  batches: 'keys' | 'trades';
}>;

export type TradeKey = Readonly<{ ticket: string; openedServerMs: number }>;

/** Everything of a report but its trades. */
export type ReportHead = Readonly<{
  format: ReportFormat;
  language: string | null;
  account: ReportAccount;
  trades: number;
  firstOpenedServerMs: number | null;
  lastClosedServerMs: number | null;
  balanceDeals: number;
  openPositions: number;
  sampleTrades: readonly ImportPreviewTrade[];
  faultCount: number;
  faults: readonly RowFault[];
}>;

export type WorkerMessage =
  | { kind: 'unreadable'; reason: string }
  | { kind: 'head'; head: ReportHead }
  | { kind: 'keys'; keys: TradeKey[] }
  | { kind: 'trades'; trades: TradeInput[] }
  | { kind: 'end' };
