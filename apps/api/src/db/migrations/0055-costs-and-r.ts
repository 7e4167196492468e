import { type Kysely, sql } from 'kysely';

/** The index that is built again; without it lists are slower and nothing else. */
export const takesAway = { usedUntil: '0.1.0' };

/**
 * Costs and R in the sums of trades, and the columns that lists are filtered by in the index that all are counted
 * from: totals need no look into the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'drop index trades_by_time',
  `create index trades_by_time
    on trades (user_id, trade_time desc, position_ticket desc, account_id desc)
    include (status, account_type, currency, profit, symbol, trade_type, exit_reason, commission, swap, fee,
      initial_risk)`,
  // r_sum: in millionths, each trade's rounded, so that sums of sums stay exact.
  `alter table trade_cells
    add column costs bigint not null default 0,
    add column with_r integer not null default 0,
    add column r_sum bigint not null default 0`,
  // Summed up again by the next reader.
  'update trade_cells set stale = true where not month',
];
