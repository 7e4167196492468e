import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';

export type LedgerFigures = {
  active_traders: number;
  simulated_trades: number;
  wins: number;
  /** Decimal text, or null without a trade that had both stop and target. */
  risk_reward: string | null;
  risk_reward_trades: number;
};

/** One pass over every user's closed trades; the caller keeps the answer for a while. */
export async function ledgerFigures(db: Db, activeSince: Date): Promise<LedgerFigures> {
  const planned = sql`abs(take_profit - open_price) / nullif(abs(open_price - stop_loss), 0)`;
  return db
    .selectFrom('trades')
    .modifyFront(acrossUsers('figures of the home page, kept for a while by each copy'))
    .select([
      sql<number>`count(distinct user_id) filter (where updated_at >= ${activeSince})`.as(
        'active_traders',
      ),
      sql<number>`count(*) filter (where account_type = 'demo')`.as('simulated_trades'),
      sql<number>`count(*) filter (where account_type = 'demo' and profit > 0)`.as('wins'),
      sql<string | null>`round(avg(${planned}) filter (where account_type = 'demo'), 2)`.as(
        'risk_reward',
      ),
      sql<number>`count(${planned}) filter (where account_type = 'demo')`.as('risk_reward_trades'),
    ])
    .where('status', '=', 'CLOSED')
    .executeTakeFirstOrThrow();
}
