import type { ColumnType, Generated } from 'kysely';
import type { Moment, NullableMoment } from './column-types.ts';

type Entered = { trade_time: string; position_ticket: string; account_id: string };

/** Users with so many trades that their sums are kept. */
export type RolledUpUsersTable = {
  user_id: string;
  /** false while the sums are being made for the first time. */
  ready: boolean;
  /** Up to which of the trades that stood before have been entered; null: none. */
  entered_to: ColumnType<Entered | null, never, string>;
  created_at: Moment;
};

/** How many trades stand under each key. */
type Counts = ColumnType<Record<string, number>, never, never>;

/** The sums of one account's trades of a UTC day or month, by `trade_time`. */
export type TradeCellsTable = {
  user_id: string;
  month: boolean;
  /** Days since 1970-01-01; of a month, its first. */
  day: number;
  account_id: string;
  /** Trades of the day have changed since it was summed up. */
  stale: Generated<boolean>;
  /** Trades, open ones included; everything below up to half_hours is of closed ones alone. */
  n: Generated<number>;
  total: Generated<number>;
  wins: Generated<number>;
  losses: Generated<number>;
  gross_profit: Generated<number>;
  gross_loss: Generated<number>;
  largest_win: Generated<number>;
  largest_loss: Generated<number>;
  /** Trades, wins, losses and net closed before each cut of the day, in a row. Days only. */
  closed_before: ColumnType<unknown, never, never>;
  /** All trades, open ones included, by what pages are sorted by: a page is found without counting. */
  symbols: Counts;
  volumes: Counts;
  profits: Counts;
  /** Closed trades by what charts show: trades, wins, losses and net. */
  slices: ColumnType<Record<string, [number, number, number, number]>, never, never>;
};

/** Imports of reports that stored trades. */
export type TradeImportsTable = {
  user_id: string;
  id: string;
  file_name: string;
  server: string;
  login: string;
  /** Trades it stored, and how many of them were taken out again. */
  created: number;
  removed: Generated<number>;
  imported_at: Moment;
  removed_at: NullableMoment;
};

/** What an account closed before a minute of each UTC day of a month. */
export type TradeCutsTable = {
  user_id: string;
  /** Minutes from midnight; 1440: the whole day. */
  cut: number;
  /** Its first day, counted from 1970-01-01. */
  month: number;
  account_id: string;
  /** Five numbers of each day with trades: the day; trades, wins, losses and net. */
  days: ColumnType<number[], number[], number[]>;
};
