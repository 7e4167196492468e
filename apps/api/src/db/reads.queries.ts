import { sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Mark } from './reads.ts';

/** Changes with each change of a user's trades, and of what kind of account one turns out to be. */
export const tradesMark: Mark = async (db, userId) => {
  const { rows } = await sql<{ mark: string }>`${prepared}
    select concat_ws(' ',
      (select count from live_counts where user_id = ${userId}::uuid and topic = 'trades'),
      (select count(*) from trading_accounts where user_id = ${userId}::uuid),
      (select count(*) from trading_accounts where user_id = ${userId}::uuid and account_type <> 'unknown')
    ) as mark
  `.execute(db);
  return rows[0]?.mark ?? '';
};

/** Changes with each record of a user's ledger, and with each head that is kept of it. */
export const ledgerMark: Mark = async (db, userId) => {
  const { rows } = await sql<{ mark: string }>`${prepared}
    select concat_ws(' ',
      (select hash from ledger_chains where user_id = ${userId}::uuid),
      (select count(*) from ledger_heads where user_id = ${userId}::uuid)
    ) as mark
  `.execute(db);
  return rows[0]?.mark ?? '';
};
