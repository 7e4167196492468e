import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';

// A plan expects one trade of a user and an account, as it takes the two for independent: any index that begins
// with both is as good to it as the key, and reads all trades of the account for each ticket.
it('no index of all trades but their key begins with a user and an account', async (t) => {
  const { db, close } = await freshDatabase();
  t.after(close);
  const { rows } = await sql<{ name: string; key: boolean }>`
    select indexrelid::regclass::text as name, indisprimary as key
    from pg_index
    where indrelid = 'trades'::regclass and indpred is null
      and pg_get_indexdef(indexrelid, 1, true) = 'user_id'
      and pg_get_indexdef(indexrelid, 2, true) = 'account_id'
  `.execute(db);
  assert.deepEqual(rows, [{ name: 'trades_pkey', key: true }]);
});
