import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PRIVACY } from '@quorate/content/privacy';
import { login, signup, verifyEmail } from '@quorate/contract/account';
import { DAY_MS } from '@quorate/values/instant';
import { sql } from 'kysely';
import { accountInput, mailedToken, signedInUser } from '../../../test/helpers/builders.ts';
import { fillAccount } from '../../../test/helpers/fill-account.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { newId } from '../../db/ids.ts';
import { removeUnconfirmed, UNCONFIRMED_DAYS } from '../../features/my-data/remove-unconfirmed.ts';
import { AGED, removeOldRows } from './remove-old-rows.ts';
import { retentionRows } from './retention.ts';

const countOf = async ({ db }: TestService, table: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from ${sql.table(table)}
  `.execute(db);
  return rows[0]?.count ?? 0;
};

describe('the table of what is kept how long', () => {
  it('has a line for every table of the schema, and for no other', async (t) => {
    const { db } = await startTestService(t);
    const { rows } = await sql<{ name: string }>`
      select table_name::text as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and not (select relispartition from pg_class where oid = format('%I', table_name)::regclass)
    `.execute(db);
    // There while a table is being moved into partitions, and in databases where one was.
    const names = rows
      .map(({ name }) => name)
      .filter((name) => name !== 'partition_copies')
      .sort();
    assert.ok(names.length > 50);
    assert.deepEqual(
      retentionRows().map(({ table }) => table),
      names,
    );
  });

  it('says on the privacy page what the code does', () => {
    const words = JSON.stringify(PRIVACY);
    assert.ok(words.includes(`confirmed within ${UNCONFIRMED_DAYS} days`), words);
  });
});

describe('what has an age', () => {
  it('is removed once it is older than the table says, and not before', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    await fillAccount(service.db, user.id, user.email);
    const { db } = service;
    const day = '2026-03-01';
    await db.insertInto('assistant_spending').values({ day, tokens: 1 }).execute();
    await db
      .insertInto('shared_moments')
      .values({ symbol: 'EURUSD', timeframe: 'H1', as_of: new Date(day), voters: '[]' })
      .execute();
    const voter = { analyst: 'trend', model: 'none', provider: 'offline', votes: 1 };
    await db
      .insertInto('board_moments')
      .values({ symbol: 'EURUSD', timeframe: 'H1', as_of: new Date(day), ...voter })
      .execute();
    await db.insertInto('free_spending').values({ day, tokens: 1 }).execute();
    await db
      .insertInto('adjustments')
      .values({
        id: 'adj_1',
        transaction_id: 'txn_1',
        action: 'refund',
        status: 'approved',
        amount: 1,
        currency: 'USD',
        provider_updated_at: new Date(service.clock.now()),
        created_at: new Date(service.clock.now()),
      })
      .execute();
    const sums = { votes: 1, input_tokens: 1, output_tokens: 1, cost_micro_usd: 1 };
    await db
      .insertInto('model_days')
      .values({ day, provider: 'p', model: 'm', ...sums })
      .execute();
    const event = { currency: 'USD', title: 'CPI', importance: 'high' as const };
    const at = new Date(service.clock.now());
    await db
      .insertInto('hosted_runners')
      .values({ id: crypto.randomUUID(), host: 'gone', started_at: at, seen_at: at })
      .execute();
    await db
      .insertInto('calendar_events')
      .values({ ...event, at, known_at: at })
      .execute();
    const letter = { name: 'A', email: 'a@example.com', subject: 'Hello', message: 'Hello.' };
    await db
      .insertInto('contact_messages')
      .values({ ...letter, id: newId(), created_at: new Date(service.clock.now()) })
      .execute();
    await db
      .insertInto('weekly_mail_rounds')
      .values({ week: '2026-02-23', time_zone: 'UTC', after_user: null, begun_at: at })
      .execute();
    await db
      .insertInto('service_minutes')
      .values({ minute: at, database_ms: 1, mail_late_s: 0, bars_at: null })
      .execute();
    for (const { table, column, days, as } of AGED) {
      if (table === 'operator_actions') continue;
      if (table === 'subscriptions')
        await db.updateTable(table).set({ status: 'canceled' }).execute();
      assert.ok((await countOf(service, table)) > 0, `nothing in ${table}`);
      const young = new Date(service.clock.now() - (days - 1) * DAY_MS);
      const old = new Date(service.clock.now() - (days + 1) * DAY_MS);
      const set = async (moment: Date) => {
        const value = as === 'day' ? moment.toISOString().slice(0, 10) : moment;
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${value}`.execute(service.db);
      };
      await set(young);
      await removeOldRows(service);
      assert.ok((await countOf(service, table)) > 0, `${table} was removed too early`);
      await set(old);
      await removeOldRows(service);
      assert.equal(await countOf(service, table), 0, `${table} was kept`);
    }
  });

  it('goes after the days that the operator has set for its table', async (t) => {
    const { db, clock } = await startTestService(t);
    const letter = { name: 'A', email: 'a@example.com', subject: 'Hello', message: 'Hello.' };
    const created_at = new Date(clock.now());
    await db
      .insertInto('contact_messages')
      .values({ ...letter, id: newId(), created_at })
      .execute();
    const left = async () =>
      (await db.selectFrom('contact_messages').select('id').execute()).length;
    clock.advance(29 * DAY_MS);
    await removeOldRows({ db, clock }, { contact_messages: 30 });
    assert.equal(await left(), 1);
    clock.advance(2 * DAY_MS);
    await removeOldRows({ db, clock });
    assert.equal(await left(), 1, 'as usual it is kept for two years');
    await removeOldRows({ db, clock }, { contact_messages: 30 });
    assert.equal(await left(), 0);
  });

  it('goes a day at a time until nothing old is left', async (t) => {
    const service = await startTestService(t);
    const { db, clock } = service;
    const day = (ago: number) => new Date(clock.now() - ago * DAY_MS).toISOString().slice(0, 10);
    const days = Array.from({ length: 40 }, (_, nth) => day(3_640 + nth));
    await db
      .insertInto('assistant_spending')
      .values(days.map((each) => ({ day: each, tokens: 1 })))
      .execute();
    await removeOldRows(service);
    const left = await db.selectFrom('assistant_spending').select('day').execute();
    assert.deepEqual(left.map((row) => row.day).sort(), days.slice(0, 14).sort());
  });

  it('of the audit log goes after five years, and the database keeps every younger line', async (t) => {
    const { db, clock } = await startTestService(t);
    const line = (id: string, at: string) => ({
      id,
      at: new Date(at),
      operator_id: id,
      action: 'plan_given' as const,
      subject_kind: 'user',
      subject_id: id,
      details: '{}',
      request_id: 'r',
      address: '',
    });
    const old = '00000000-0000-7000-8000-000000000001';
    const young = '00000000-0000-7000-8000-000000000002';
    const lines = [line(old, '2015-01-01T00:00:00Z'), line(young, '2026-03-01T00:00:00Z')];
    await db.insertInto('operator_actions').values(lines).execute();
    await assert.rejects(
      sql`delete from operator_actions where id = ${young}`.execute(db),
      /never changed/,
    );
    await assert.rejects(
      sql`update operator_actions set request_id = 'x' where id = ${old}`.execute(db),
      /never changed/,
    );
    await removeOldRows({ db, clock });
    const left = await db.selectFrom('operator_actions').select('id').execute();
    assert.deepEqual(left, [{ id: young }]);
  });
});

describe('an account whose address was never confirmed', () => {
  it('goes after 30 days, its mails with it, and the name is free again', async (t) => {
    const service = await startTestService(t);
    const { db, clock } = service;
    await signedInUser(service, { username: 'amina' });
    const body = {
      username: 'bilal',
      email: 'bilal@example.com',
      password: 'three blue elephants',
    };
    await service.call(signup, { body });
    await service.runJobs();
    clock.advance(UNCONFIRMED_DAYS * DAY_MS - 1);
    await removeUnconfirmed(service);
    assert.equal(await countOf(service, 'users'), 2);
    clock.advance(1);
    await removeUnconfirmed(service);
    const users = await db.selectFrom('users').select('username').execute();
    assert.deepEqual(users, [{ username: 'amina' }]);
    const mails = await db.selectFrom('outbox').select('to_address').execute();
    assert.ok(!mails.some(({ to_address }) => to_address === body.email));
    await service.call(signup, { body });
    const token = await mailedToken(service, body.email);
    await service.call(verifyEmail, { body: { token } });
    const input = { username_or_email: 'bilal', password: body.password };
    await service.call(login, { body: input });
  });

  it('stays where trades, a payment or a plan hang on it', async (t) => {
    const service = await startTestService(t);
    const { db, clock } = service;
    for (const username of ['amina', 'bilal', 'chloe']) await signedInUser(service, { username });
    const ids = await db
      .selectFrom('users')
      .select(['id', 'username'])
      .orderBy('username')
      .execute();
    const [amina, bilal] = ids;
    await db.updateTable('users').set({ email_verified_at: null }).execute();
    await db
      .insertInto('trading_accounts')
      .values({
        ...accountInput(),
        id: '00000000-0000-7000-8000-000000000001',
        user_id: amina?.id ?? '',
        created_at: new Date(clock.now()),
      })
      .execute();
    await db
      .updateTable('users')
      .set({ given_plan: 'Pro' })
      .where('id', '=', bilal?.id ?? '')
      .execute();
    clock.advance(40 * DAY_MS);
    await removeUnconfirmed(service);
    const left = await db.selectFrom('users').select('username').orderBy('username').execute();
    assert.deepEqual(
      left.map(({ username }) => username),
      ['amina', 'bilal'],
    );
  });
});
