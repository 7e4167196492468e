import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';

/** An account whose address nobody has confirmed for so long is nobody's; its name is free again. */
export const UNCONFIRMED_DAYS = 30;
const BATCH = 100;

type RemoveDeps = Readonly<{ db: Db; clock: Clock }>;

/**
 * Removes accounts that were never confirmed and that nothing hangs on: no trades, no payment, no given plan,
 * no role. Somebody who opens the link at this moment keeps theirs: it is skipped.
 */
export async function removeUnconfirmed(deps: RemoveDeps): Promise<void> {
  while ((await removeSome(deps)) === BATCH);
}

function removeSome({ db, clock }: RemoveDeps): Promise<number> {
  const before = new Date(clock.now() - UNCONFIRMED_DAYS * DAY_MS);
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      ${acrossUsers('accounts that nobody confirmed are looked for once an hour')}
      select id from users as account
      where email_verified_at is null and created_at <= ${before} and role = 'user' and given_plan = 'Free'
        and not exists (select from trading_accounts where user_id = account.id)
        and not exists (select from subscriptions where user_id = account.id)
        and not exists (select from transactions where user_id = account.id)
      order by created_at limit ${BATCH} for update skip locked
    `.execute(tx);
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    // By account alone: what else stands under the address may be its owner's, who never signed up.
    await tx.deleteFrom('outbox').where('about_user', 'in', ids).execute();
    await tx.deleteFrom('users').where('id', 'in', ids).execute();
    return rows.length;
  });
}
