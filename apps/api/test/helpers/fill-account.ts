import { sql } from 'kysely';
import type { Db } from '../../src/db/tables.ts';
import { appendEvents } from '../../src/features/records/append-events.ts';
import { fillLedger } from './fill-ledger.ts';
import { fillNotifications } from './fill-notifications.ts';
import { fillTrading } from './fill-trading.ts';
import { userTables } from './user-tables.ts';

/** Marks of made-up secrets: wherever one of them turns up, a secret has left. */
export const SECRET = 'sekret';

const ACCOUNT = '01890000-0000-7000-8000-00000000000a';

/**
 * Gives a user a row in every table that has one of a user, whatever is there already.
 *
 * @throws Error for a table that nothing was written for: a new one needs a line here
 */
export async function fillAccount(db: Db, userId: string, email: string): Promise<void> {
  const now = new Date('2026-03-01T00:00:00Z');
  const later = new Date('2027-03-01T00:00:00Z');
  const id = () => crypto.randomUUID();
  const secret = () => `${SECRET}${id()}`;
  const whose = { user_id: userId };
  await fillTrading(db, userId, ACCOUNT);
  await fillNotifications(db, userId, { secret, now });
  await fillLedger(db, userId, { body: '{}', signature: 'signed', now });
  await appendEvents(db, [
    {
      userId,
      subjectId: ACCOUNT,
      kind: 'closed',
      at: now,
      body: { r: 1.5 },
      private: { profit: 7 },
    },
  ]);
  await db
    .insertInto('token_usage')
    .values({ ...whose, period_start: now, period_end: later, tokens_used: 7 })
    .execute();
  await db
    .insertInto('user_spend_days')
    .values({ ...whose, day: '2026-03-01', decisions: 1, tokens: 7, cost_micro_usd: 9 })
    .execute();
  await db
    .insertInto('symbol_usage')
    .values({ ...whose, day: '2026-03-01', symbol: 'EURUSD' })
    .execute();
  await db
    .insertInto('checklist_items')
    .values({ ...whose, item_id: 'bot-config', done: true, updated_at: now })
    .execute();
  await db
    .insertInto('reviews')
    .values({ ...whose, id: id(), rating: 5, comment: 'good', created_at: now })
    .execute();
  const publicName = `public-${id().slice(-12)}`;
  await db
    .insertInto('public_records')
    .values({
      ...whose,
      account_id: id(),
      name: publicName,
      name_key: publicName.toLowerCase(),
      looks: publicName.toLowerCase(),
      shows_open: false,
      shows_money: false,
      listed: true,
      published_at: now,
      changed_at: now,
    })
    .execute();
  await db
    .insertInto('challenges')
    .values({
      ...whose,
      token_hash: secret(),
      purpose: 'change_email',
      new_email: 'next@example.org',
      created_at: now,
      expires_at: later,
    })
    .execute();
  await db
    .insertInto('totp_secrets')
    .values({ ...whose, sealed_secret: secret(), created_at: now, last_step: 4711 })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ ...whose, code_hash: secret(), created_at: now })
    .execute();
  await db
    .insertInto('passkeys')
    .values({
      ...whose,
      id: id(),
      credential_id: secret(),
      public_key: secret(),
      sign_count: 3,
      transports: '["internal"]',
      name: 'phone',
      synced: true,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('provider_accounts')
    .values({ ...whose, provider: 'google', subject: userId, email, linked_at: now })
    .execute();
  await db
    .insertInto('known_browsers')
    .values({ ...whose, token_hash: secret(), last_used_at: now })
    .execute();
  const bill = {
    ...whose,
    customer_id: 'ctm_1',
    price_id: 'pri_1',
    plan_name: 'Pro',
    billing_cycle: 'monthly',
    amount: 8_000,
    currency: 'USD',
    period_start: now,
    period_end: later,
    provider_updated_at: now,
    created_at: now,
    updated_at: now,
  } as const;
  await db
    .insertInto('subscriptions')
    .values({ ...bill, id: `sub_${id()}`, status: 'active', started_at: now })
    .execute();
  await db
    .insertInto('transactions')
    .values({
      ...bill,
      id: `txn_${id()}`,
      status: 'completed',
      origin: 'web',
      tax: 0,
      provider_created_at: now,
    })
    .execute();
  await db
    .insertInto('billing_notices')
    .values({ ...whose, notice: 'start:txn_1', sent_at: now })
    .execute();
  await db
    .insertInto('token_reservations')
    .values({ ...whose, id: id(), period_start: now, tokens: 7, expires_at: later })
    .execute();
  await db
    .insertInto('account_usage')
    .values({ ...whose, day: '2026-03-01', account_id: ACCOUNT })
    .execute();

  for (const { table } of await userTables(db)) {
    const { rows } =
      await sql`select 1 from ${sql.table(table)} where user_id = ${userId} limit 1`.execute(db);
    if (rows.length === 0) throw new Error(`${table} needs a row in fillAccount`);
  }
}
