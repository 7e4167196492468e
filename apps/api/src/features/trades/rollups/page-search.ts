import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import { TIME_COLUMNS, TRADE_COLUMNS, type TradePage } from '../trades.queries.ts';
import type { Owner } from './read-cells.ts';

/** So many rows are skipped in a moment. */
export const NEAR = 2_000;

/** Which page of whose trades. `few` and `near` are for tests. */
export type Search = {
  db: Db;
  owner: Owner;
  range: TimeRange;
  page: TradePage;
  few?: number;
  near?: number;
};

export const COLUMNS = sql.join([
  ...TRADE_COLUMNS.map((column) => sql.ref(`trades.${column}`)),
  ...TIME_COLUMNS,
]);
