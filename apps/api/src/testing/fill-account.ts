import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import { userTables } from './user-tables.ts';

/** Marks of made-up secrets: wherever one of them turns up, a secret has left. */
export const SECRET = 'sekret';

const ACCOUNT = '01890000-0000-7000-8000-00000000000a';
const DECISION = '01890000-0000-7000-8000-00000000000b';

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
  await db
    .insertInto('trading_accounts')
    .values({
      ...whose,
      id: ACCOUNT,
      server: 'Demo',
      login: '1',
      account_type: 'demo',
      currency: 'USD',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('decisions')
    .values({
      ...whose,
      id: DECISION,
      account_id: ACCOUNT,
      symbol: 'EURUSD',
      timeframe: 'H1',
      as_of: now,
      snapshot_hash: 'a'.repeat(64),
      snapshot: '{"bars":[]}',
      action: 'HOLD',
      p_up: 0.5,
      sl_atr: null,
      tp_atr: null,
      reason: 'quiet “market”',
      agreeing: 1,
      quorum: 2,
      voters: 3,
      rules: '[]',
      tokens: 10,
      decided_at: now,
    })
    .execute();
  await db
    .insertInto('votes')
    .values({
      ...whose,
      decision_id: DECISION,
      position: 0,
      analyst: 'trend',
      model: 'none',
      action: 'HOLD',
      p_up: 0.5,
      sl_atr: null,
      tp_atr: null,
      reason: 'r',
      evidence: '[{"field":"atr","value":1}]',
      abstained: false,
      tokens: 5,
    })
    .execute();
  await addTrades(db, userId, { accountId: ACCOUNT, count: 3 });
  await db
    .insertInto('token_usage')
    .values({ ...whose, period_start: now, period_end: later, tokens_used: 7 })
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
  await db
    .insertInto('email_tokens')
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
    .insertInto('sign_in_challenges')
    .values({
      ...whose,
      token_hash: secret(),
      purpose: 'passkey_new',
      data: '{}',
      created_at: now,
      expires_at: later,
    })
    .execute();
  await db
    .insertInto('device_codes')
    .values({ ...whose, code_hash: secret(), expires_at: later })
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

/** Many closed trades in one statement. */
export async function addTrades(
  db: Db,
  userId: string,
  { accountId, count }: { accountId: string; count: number },
): Promise<void> {
  await sql`
    insert into trades (user_id, account_id, position_ticket, symbol, trade_type, volume, digits, open_price,
      close_price, opened_at, closed_at, status, gross_profit, commission, swap, fee, profit, currency,
      account_type, revision, created_at, updated_at)
    select ${userId}::uuid, ${accountId}::uuid, n::text, 'EURUSD', 'BUY', 0.1, 5, 1.08214, 1.08643, moment,
      moment + interval '1 hour', 'CLOSED', 4288, -70, 0, 0, 4218, 'USD', 'demo', 2, moment, moment
    from generate_series(1, ${count}::int) as n,
      lateral (select timestamptz '2026-01-01Z' + n * interval '1 second' as moment) as at
  `.execute(db);
}
