import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshStorage } from '../../test/helpers/fresh-database.ts';
import { setRoleLimits } from '../../test/helpers/role-limits.ts';
import { freePort, startAndFail, startServer } from '../../test/helpers/server-process.ts';
import { startTransactionPooler } from '../../test/helpers/transaction-pooler.ts';
import { readConfig } from '../config/config.ts';
import { connect, connectDirect, connectPostgres } from './connect.ts';
import { allInOneTrip, inOneTrip } from './one-trip.ts';
import { prepared } from './prepared.ts';
import type { Db } from './tables.ts';

const NEEDS_POSTGRES = process.env.TEST_DATABASE !== 'postgres' && 'needs PostgreSQL';

const SELF = { pid: process.pid, started_at: '', address: 'a test' };

async function stage(t: Parameters<typeof startTransactionPooler>[0]) {
  const { env, remove } = await freshStorage();
  t.after(remove);
  const direct = env.DATABASE_URL ?? '';
  const pooled = await startTransactionPooler(t, direct);
  const configured = (directUrl: string) =>
    readConfig({ ...env, DATABASE_URL: pooled, DATABASE_DIRECT_URL: directUrl });
  /** What a service that is set up so says instead of starting. */
  const refusal = async (directUrl: string) => {
    const opened = connect(configured(directUrl), SELF);
    const refused: unknown = await opened.then(
      async ({ close }) => close(),
      (error: unknown) => error,
    );
    return refused instanceof Error ? refused.message : assert.fail('it was opened');
  };
  return { env, direct, pooled, configured, refusal };
}

describe('behind a pooler that pools by transaction', () => {
  it('a service without a direct address does not start, and says what to set', {
    skip: NEEDS_POSTGRES,
  }, async (t) => {
    const { env, pooled } = await stage(t);
    const refused = await startAndFail({ ...env, DATABASE_URL: pooled, PORT: await freePort() });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /pools by transaction.*DATABASE_DIRECT_URL/);
  });

  it('nor does one whose direct address leads elsewhere, or whose role has no limits', {
    skip: NEEDS_POSTGRES,
  }, async (t) => {
    const { direct, pooled, refusal } = await stage(t);
    assert.match(await refusal(pooled), /^DATABASE_DIRECT_URL leads to a pooler/);
    const other = new URL(direct);
    other.pathname = '/postgres';
    assert.match(await refusal(other.href), /lead to two databases/);
    const away = await refusal('postgresql://quorate:hunter2@127.0.0.1:1/quorate');
    assert.match(away, /quorate at 127\.0\.0\.1:1 cannot be reached\. Check DATABASE_DIRECT_URL/);
    assert.doesNotMatch(away, /hunter2/);
    assert.match(
      await refusal(direct),
      /statement_timeout is off.*alter role \w+ in database \w+ set statement_timeout = '60s';/,
    );
  });

  it('with both it starts and works, and commands go past the pooler', {
    skip: NEEDS_POSTGRES,
  }, async (t) => {
    const { env, direct, configured } = await stage(t);
    await setRoleLimits(direct);
    // A new one, as RECONNECT makes the pooler's.
    const pooled = await startTransactionPooler(t, direct);
    const both = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: direct };
    const server = await startServer({ ...env, ...both, PORT: await freePort() });
    t.after(server.kill);
    const person = { username: 'amina', email: 'a@example.com', password: 'correct horse 9' };
    const signUp = await fetch(`${server.url}/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    });
    assert.equal(signUp.status, 200);
    const command = await connectDirect(configured(direct), SELF);
    t.after(command.close);
    const { rows } = await sql<{ mark: string }>`
      select set_config('quorate.mark', 'mine', false) as mark
    `.execute(command.db);
    assert.deepEqual(rows, [{ mark: 'mine' }]);
    assert.equal(command.pool?.().open, 1);
    assert.equal(await server.stop(), 0);
  });

  it('marked statements, pipelines and transactions in one trip work on any connection', {
    skip: NEEDS_POSTGRES,
  }, async (t) => {
    const { direct, pooled } = await stage(t);
    const copies = [await connectPostgres(pooled, direct), await connectPostgres(pooled, direct)];
    t.after(() => Promise.all(copies.map(({ close }) => close())));
    const next = async (db: Db, one: number) => {
      const { rows } = await sql<{ next: number }>`
        ${prepared} select ${one}::integer + 1 as next
      `.execute(db);
      return rows[0]?.next;
    };
    const indexes = Array.from({ length: 40 }, (_, index) => index);
    const answers = await Promise.all(
      indexes.map((index) => {
        const { db } = copies[index % 2] ?? assert.fail();
        return index % 4 < 2
          ? inOneTrip(db, (one) => Promise.all([next(one, index), next(one, index + 1)]))
          : allInOneTrip(db, [(tx) => next(tx, index), (tx) => next(tx, index + 1)]);
      }),
    );
    assert.deepEqual(
      answers,
      indexes.map((index) => [index + 1, index + 2]),
    );
  });
});
