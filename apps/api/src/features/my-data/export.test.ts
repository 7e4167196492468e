import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exportMyData } from '@quorate/contract/my-data';
import { syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { fillAccount, SECRET } from '../../../test/helpers/fill-account.ts';
import { addTrades } from '../../../test/helpers/fill-trading.ts';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { userTables } from '../../../test/helpers/user-tables.ts';
import { EXPORT_TABLES, NOT_EXPORTED } from './export-tables.ts';

describe('the list of what an export holds', () => {
  it('names every column of every table that has rows of a user, or says why not', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const unnamed: string[] = [];
    const known = new Set<string>();
    for (const { table, columns } of await userTables(db)) {
      const exported = EXPORT_TABLES.find((one) => one.table === table)?.columns;
      known.add(table);
      if (!exported && NOT_EXPORTED[table]) continue;
      for (const column of columns.filter((name) => name !== 'user_id')) {
        known.add(`${table}.${column}`);
        const left = NOT_EXPORTED[`${table}.${column}`] !== undefined;
        if (exported?.includes(column) === left) unnamed.push(`${table}.${column}`);
      }
    }
    assert.deepEqual(unnamed, []);
    const listed = [
      ...Object.keys(NOT_EXPORTED),
      ...EXPORT_TABLES.flatMap(({ table, columns }) => columns.map((name) => `${table}.${name}`)),
    ];
    assert.deepEqual(
      listed.filter((name) => !known.has(name)),
      [],
      'nothing is listed that is gone',
    );
  });
});

describe('an export', () => {
  it('is one JSON file with everything of the user, no secret, and nothing of anyone else', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service, { username: 'amina' });
    const other = await signedInUser(service, { username: 'stranger' });
    await fillAccount(service.db, amina.user.id, amina.user.email);
    const trades = [
      tradeInput({
        symbol: 'XAUUSD',
        digits: 2,
        open_price: 2000.5,
        close_price: 2001.5,
        stop_loss: 1990,
        take_profit: 2010,
      }),
    ];
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, other.token);

    const response = await service.app.inject({
      url: exportMyData.path,
      headers: { authorization: `Bearer ${amina.token}` },
    });
    assert.equal(response.statusCode, 200);
    assert.equal(
      response.headers['content-disposition'],
      'attachment; filename="quorate-data-2026-03-02.json"',
    );
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'no-store');
    const document = exportMyData.reply.parse(response.json());
    assert.deepEqual(Object.keys(document), [
      'exported_at',
      'user',
      ...EXPORT_TABLES.map(({ table }) => table),
      'mails',
      'contact_messages',
    ]);
    for (const { table, columns } of EXPORT_TABLES) {
      const rows = document[table];
      assert.ok(Array.isArray(rows) && rows.length > 0, table);
      assert.deepEqual(Object.keys(rows[0]), columns, table);
    }
    const text = response.body;
    const hashes = await service.db.selectFrom('users').select('password_hash').execute();
    const sessions = await service.db.selectFrom('sessions').select('token_hash').execute();
    for (const secret of [
      SECRET,
      'token=',
      amina.token,
      '$argon2',
      ...hashes.map((row) => row.password_hash ?? '$argon2'),
      ...sessions.map((row) => row.token_hash),
    ])
      assert.ok(!text.includes(secret), secret);
    assert.doesNotMatch(text, /stranger|XAUUSD/);
  });

  it('holds every row once, also where they come in many batches and change meanwhile', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service);
    await fillAccount(service.db, user.id, user.email);
    const { id } = await service.db
      .selectFrom('trading_accounts')
      .select('id')
      .executeTakeFirstOrThrow();
    await service.db.deleteFrom('trades').execute();
    await addTrades(service.db, user.id, { accountId: id, count: 5_000 });
    const document = await service.call(exportMyData, {}, token);
    const rows = document.trades as {
      position_ticket: string;
      volume: string;
      profit: number;
      opened_at: string;
    }[];
    assert.equal(rows.length, 5_000);
    assert.equal(new Set(rows.map((row) => row.position_ticket)).size, 5_000);
    assert.equal(rows[0]?.volume, '0.100');
    assert.equal(rows[0]?.profit, 4_218);
    assert.equal(rows[0]?.opened_at, '2026-01-01T00:00:01.000Z');
  });

  it('needs a confirmed session, is limited, and is written down', async (t) => {
    const service = await startTestService(t, { limits: { exports: 2 } });
    const { user, token } = await signedInUser(service);
    await service.call(exportMyData, {}, token);
    await service.call(exportMyData, {}, token);
    const refused = await service.fail(exportMyData, {}, token);
    assert.deepEqual([refused.status, refused.code], [429, 'rate_limited']);
    const events = await service.db
      .selectFrom('security_events')
      .select('kind')
      .where('user_id', '=', user.id)
      .where('kind', '=', 'data_exported')
      .execute();
    assert.equal(events.length, 2);
    service.clock.advance(15 * 60_000);
    const late = await service.fail(exportMyData, {}, token);
    assert.equal(late.code, 'confirmation_needed');
  });

  it('stops reading when the reader goes away', async (t) => {
    const service = await startTestService(t);
    const { user, token } = await signedInUser(service);
    await fillAccount(service.db, user.id, user.email);
    const { id } = await service.db
      .selectFrom('trading_accounts')
      .select('id')
      .executeTakeFirstOrThrow();
    await service.db.deleteFrom('trades').execute();
    await addTrades(service.db, user.id, { accountId: id, count: 60_000 });
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const stop = new AbortController();
    const response = await fetch(address + exportMyData.path, {
      headers: { authorization: `Bearer ${token}` },
      signal: stop.signal,
    });
    const reader = response.body?.getReader();
    await reader?.read();
    stop.abort();
    await assert.rejects(async () => reader?.read());
    await service.call(exportMyData, {}, token);
  });
});
