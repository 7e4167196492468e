import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { logout } from '@quorate/contract/account';
import { commandBot, listBots } from '@quorate/contract/live';
import { getLive, LIVE_STREAMS_MAX } from '@quorate/contract/live-stream';
import { syncTrades } from '@quorate/contract/trade-sync';
import { accountInput, signedInUser, tradeInput } from '../../../test/helpers/builders.ts';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import type { Database } from '../../db/database.ts';
import { readEvents } from './testing/event-reader.ts';
import { aBeat, beat, heldBeat, newCommand, onlyBot, until } from './testing/heartbeats.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token } = await signedInUser(service);
  return { service, token, sync: (ticket: string) => sync(service, token, ticket) };
}

function sync(service: TestService, token: string, ticket: string) {
  const trades = [tradeInput({ position_ticket: ticket })];
  return service.call(syncTrades, { body: { account: accountInput(), trades } }, token);
}

/** The database of a service that dies between every commit and its notice. */
function mute(database: Database): Database {
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('pg_notify')) throw new Error('killed');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...database, db };
}

describe('live events', () => {
  it('tell what has changed as soon as it is stored, and nothing for what changed nothing', async (t) => {
    const { service, token, sync } = await start(t);
    const events = await readEvents(service.app, token);
    assert.equal(events.status, 200);
    assert.equal(events.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(events.headers.get('cache-control'), 'no-store');
    const none = { trades: 0, usage: 0, bots: 0, setup: 0 };
    assert.deepEqual(await events.next(), { id: '0.0.0.0', change: { counts: none, changed: [] } });
    await sync('1');
    const counts = { ...none, trades: 1 };
    assert.deepEqual(await events.next(), {
      id: '1.0.0.0',
      change: { counts, changed: ['trades'] },
    });
    await sync('1');
    await beat(service, token);
    assert.deepEqual((await events.next())?.change.changed, ['bots']);
    await beat(service, token);
    await sync('2');
    assert.equal((await events.next())?.id, '2.0.1.0');
    events.close();
  });

  it('are those of their own user alone', async (t) => {
    const { service, token, sync } = await start(t);
    const other = await signedInUser(service);
    const events = await readEvents(service.app, other.token);
    await events.next();
    await sync('1');
    await beat(service, token);
    await beat(service, other.token);
    assert.equal((await events.next())?.id, '0.0.1.0');
    events.close();
  });

  it('say after a broken connection what was missed, and only that', async (t) => {
    const { service, token, sync } = await start(t);
    await sync('1');
    const before = await readEvents(service.app, token);
    const { id } = (await before.next()) ?? assert.fail();
    before.close();
    await sync('2');
    await sync('3');
    const after = await readEvents(service.app, token, id);
    const missed = (await after.next()) ?? assert.fail();
    assert.deepEqual([missed.id, missed.change.changed], ['3.0.0.0', ['trades']]);
    const again = await readEvents(service.app, token, missed.id);
    await beat(service, token);
    assert.deepEqual((await again.next())?.id, '3.0.1.0');
    assert.ok(again.commented(), 'the connection spoke at once all the same');
    after.close();
    again.close();
  });

  it('begin again on an id that is none', async (t) => {
    const { service, token } = await start(t);
    for (const id of ['', '7', '1.2.3', '1.2.3.4.5', 'a.b.c.d', '-1.0.0.0']) {
      const events = await readEvents(service.app, token, id);
      assert.deepEqual((await events.next())?.change.changed, [], id);
      events.close();
    }
  });

  it('send a sign of life every 15 s', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const { service, token } = await start(t);
    const events = await readEvents(service.app, token);
    await events.next();
    events.commented();
    t.mock.timers.tick(15_000);
    await beat(service, token);
    await events.next();
    assert.ok(events.commented());
    events.close();
  });

  it('end within a second of their session, wherever it was ended and however', async (t) => {
    const database = await freshDatabase();
    t.after(database.close);
    const here = await startTestService(t, { database });
    const there = await startTestService(t, { database, clock: here.clock });
    const ends: Record<string, (token: string) => unknown> = {
      'signed out at another copy': (token) => there.call(logout, {}, token),
      'its row deleted, as by an operator or with the account': () =>
        here.db.deleteFrom('sessions').execute(),
      'expired by the clock': () => here.clock.advance(31 * 86_400_000),
    };
    for (const [how, end] of Object.entries(ends)) {
      const { token } = await signedInUser(here);
      const events = await readEvents(here.app, token);
      await events.next();
      await end(token);
      const endedAt = performance.now();
      assert.equal(await events.next(), null, how);
      const tookMs = performance.now() - endedAt;
      assert.ok(tookMs < 1_000, `${how}: ${Math.round(tookMs)} ms`);
    }
  });

  it('end within a second, and so does a held heartbeat, which is refused', async (t) => {
    const { service, token } = await start(t);
    const held = service.app.inject({
      method: 'POST',
      url: '/api/bot/heartbeat',
      payload: aBeat({ open_positions: 9 }),
      headers: { authorization: `Bearer ${token}`, prefer: 'wait=20' },
    });
    const bots = () => service.call(listBots, {}, token);
    await until(async () => (await bots()).bots.length === 1);
    await service.call(logout, {}, token);
    const endedAt = performance.now();
    assert.equal((await held).statusCode, 401);
    assert.ok(performance.now() - endedAt < 1_000);
  });

  it('find within 15 s what was stored by a service that was killed before it could tell', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const database = await freshDatabase();
    t.after(database.close);
    const service = await startTestService(t, { database });
    const dying = await startTestService(t, { database: mute(database) });
    const { token } = await signedInUser(service);
    const events = await readEvents(service.app, token);
    await events.next();
    await sync(dying, token, '1');
    t.mock.timers.tick(15_000);
    assert.equal((await events.next())?.id, '1.0.0.0');
    events.close();
  });

  it('end when the service ends', async (t) => {
    const { service, token } = await start(t);
    const events = await readEvents(service.app, token);
    await events.next();
    await service.app.close();
    assert.equal(await events.next(), null);
  });

  it('are sent to ten pages of a user at once; one more is told why not, until one closes', async (t) => {
    const { service, token } = await start(t);
    await service.app.listen({ host: '127.0.0.1', port: 0 });
    const all = await Promise.all(
      Array.from({ length: LIVE_STREAMS_MAX }, () => readEvents(service.app, token)),
    );
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]));
    const refused = await readEvents(service.app, token);
    assert.equal(refused.status, 429);
    const other = await signedInUser(service);
    const theirs = await readEvents(service.app, other.token);
    assert.equal(theirs.status, 200);
    theirs.close();
    all[0]?.close();
    let reader = await readEvents(service.app, token);
    while (reader.status === 429) reader = await readEvents(service.app, token);
    assert.equal(reader.status, 200);
    for (const each of [...all, reader]) each.close();
  });

  it('are one answer to whoever does not read events', async (t) => {
    const { service, token, sync } = await start(t);
    await sync('1');
    const { counts } = await service.call(getLive, {}, token);
    assert.deepEqual(counts, { trades: 1, usage: 0, bots: 0, setup: 0 });
    const head = await service.app.inject({
      method: 'HEAD',
      url: getLive.path,
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    });
    assert.equal(head.statusCode, 200);
  });
});

describe('two services on one database', () => {
  it('hear of each other’s changes', {
    skip: process.env.TEST_DATABASE !== 'postgres' && 'needs PostgreSQL: npm test does it',
  }, async (t) => {
    const database = await freshDatabase();
    t.after(() => database.close());
    const [one, two] = [
      await startTestService(t, { database }),
      await startTestService(t, { database }),
    ];
    const { token } = await signedInUser(one);
    const events = await readEvents(one.app, token);
    await events.next();
    await sync(two, token, '1');
    assert.equal((await events.next())?.id, '1.0.0.0');
    await beat(two, token);
    assert.equal((await events.next())?.id, '1.0.1.0');
    events.close();
  });

  it('carry a command to a bot whose heartbeat the other one holds, within 2 s', {
    skip: process.env.TEST_DATABASE !== 'postgres' && 'needs PostgreSQL: npm test does it',
  }, async (t) => {
    const database = await freshDatabase();
    t.after(() => database.close());
    const here = await startTestService(t, { database });
    const there = await startTestService(t, { database });
    const { token } = await signedInUser(here);
    await beat(here, token);
    const { bot_id } = await onlyBot(here, token);
    const held = heldBeat(there, token, 20, { sequence: 2, open_positions: 9 });
    await until(async () => (await onlyBot(here, token)).open_positions === 9);
    const body = { command_id: newCommand(), kind: 'close_all' } as const;
    const givenAt = performance.now();
    await here.call(commandBot, { params: { bot_id }, body }, token);
    assert.equal((await held).commands[0]?.kind, 'close_all');
    assert.ok(performance.now() - givenAt < 2_000);
  });
});
