import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../../../test/helpers/fresh-database.ts';
import { testClock } from '../../../../test/helpers/test-clock.ts';
import { spendFile } from './spend.routes.ts';
import type { SpendDeps } from './spend.service.ts';

const DAY = '2026-03-03';

it('a file of users is as of one moment: whoever spends meanwhile is in it once, and pushes nobody out', async (t) => {
  const { db, close } = await freshDatabase();
  t.after(close);
  await sql`
    insert into users (id, username, username_key, email, email_key, created_at)
    select gen_random_uuid(), name, name, name || '@example.com', name || '@example.com', now()
    from (select 'user' || number as name from generate_series(1, 150) as number) as named
  `.execute(db);
  await sql`
    insert into user_spend_days (user_id, day, decisions, tokens, cost_micro_usd)
    select id, ${DAY}, 1, 1, substr(username, 5)::integer from users
  `.execute(db);
  let read = 0;
  const deps = {
    db,
    clock: testClock(),
    readEntitlements: async () => {
      read += 1;
      // The one that cost least becomes the dearest while the file is made.
      if (read === 50)
        await sql`
          update user_spend_days set cost_micro_usd = 1000
          where user_id = (select id from users where username = 'user1')
        `.execute(db);
      return { plan: { name: 'Free' } };
    },
  } as unknown as SpendDeps;
  const asked = { what: 'users', from: DAY, to: DAY, by: 'day' } as const;
  const { content } = await spendFile(deps, asked);
  const names = content.match(/\buser\d+\b/g) ?? [];
  assert.equal(names.length, 150);
  assert.deepEqual([new Set(names).size, names.at(-1)], [150, 'user1']);
});
