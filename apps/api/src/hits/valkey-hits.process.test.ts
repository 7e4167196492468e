import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RateLimit } from '../rate-limit.ts';
import { freePort } from '../testing/server-process.ts';
import { connectValkey, type Valkey } from './connect-valkey.ts';
import { type HitStore, isFull } from './hit-store.ts';
import { valkeyServer, withoutValkey } from './testing/valkey-server.ts';
import { hitsInValkey } from './valkey-hits.ts';

const limitOf = (limit: number, windowMs: number): RateLimit => ({
  what: `test ${limit} in ${windowMs}`,
  limit,
  windowMs,
  words: `${limit} a while`,
});

/** Counts nothing, and says that it was asked. */
function watchedFallback() {
  const asked: string[] = [];
  const fallback: HitStore = {
    async count(_limit, who) {
      asked.push(who);
      return { giveBack: async () => {} };
    },
  };
  return { asked, fallback };
}

function watchedLog() {
  const lines: string[] = [];
  const note = (_context: object, message: string) => void lines.push(message);
  return { lines, log: { warn: note, info: note } };
}

const AWAY = 'Valkey does not answer: requests are counted in the database';
const BACK = 'Valkey answers again: requests are counted there';

describe('hits in Valkey', { skip: withoutValkey }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'valkey '));
  let server: ReturnType<typeof valkeyServer>;
  let url: string;
  const clients: Valkey[] = [];

  before(async () => {
    const port = Number(await freePort());
    url = `redis://127.0.0.1:${port}`;
    server = valkeyServer(folder, port);
    await server.start();
  });
  afterEach(() => {
    for (const client of clients.splice(0)) client.close();
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** One copy of the service, connected. */
  async function copy() {
    const client = connectValkey(url);
    clients.push(client);
    await until(async () => (await client.ask(['PING']).catch(() => null)) === 'PONG');
    const { asked, fallback } = watchedFallback();
    const { lines, log } = watchedLog();
    // A machine with much else to do is no server that is away.
    const hits = hitsInValkey({ ask: client.ask, fallback, log, answerMs: 10_000 });
    return { client, hits, asked, lines };
  }

  async function until(holds: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + 10_000;
    while (!(await holds())) {
      assert.ok(performance.now() < deadline, 'it does not come to be');
      await sleep(20);
    }
  }

  it('are exact when two copies count a thousand at once, and apart for each user', async () => {
    const [first, second] = [await copy(), await copy()];
    const limit = limitOf(300, 60_000);
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, (_, call) =>
        (call % 2 === 0 ? first : second).hits.count(limit, 'amina'),
      ),
    );
    const passed = outcomes.filter((outcome) => !isFull(outcome));
    assert.equal(passed.length, 300);
    assert.ok(!isFull(await first.hits.count(limit, 'bela')));
    assert.deepEqual(
      [first, second].flatMap(({ asked, lines }) => [...asked, ...lines]),
      [],
    );
  });

  it('say in how many milliseconds there is room, and there is then, not before', async () => {
    const { hits } = await copy();
    const limit = limitOf(2, 3_000);
    const startedAt = performance.now();
    await hits.count(limit, 'amina');
    await sleep(1_500);
    await hits.count(limit, 'amina');
    const full = await hits.count(limit, 'amina');
    const tookMs = performance.now() - startedAt;
    // Whole milliseconds, by two clocks.
    assert.ok(
      isFull(full) && full.waitMs >= 2_998 - tookMs && full.waitMs <= 1_502,
      JSON.stringify(full),
    );
    await sleep(full.waitMs / 2);
    assert.ok(isFull(await hits.count(limit, 'amina')), 'what was refused is not counted either');
    await sleep(full.waitMs / 2 + 20);
    assert.ok(!isFull(await hits.count(limit, 'amina')));
    assert.ok(isFull(await hits.count(limit, 'amina')), 'the second one still counts');
  });

  it('can be taken back once, and a lower limit waits for its own newest ones', async () => {
    const { hits } = await copy();
    const one = await hits.count(limitOf(1, 60_000), 'amina');
    assert.ok(!isFull(one));
    await one.giveBack();
    await one.giveBack();
    assert.ok(!isFull(await hits.count(limitOf(1, 60_000), 'amina')));
    const wide = { ...limitOf(3, 60_000), what: 'plan' };
    for (let call = 0; call < 3; call += 1) await hits.count(wide, 'amina');
    const full = await hits.count({ ...wide, limit: 1 }, 'amina');
    assert.ok(isFull(full) && full.waitMs > 59_000);
  });

  it('leave no key behind once nothing counts, and no name of anybody', async () => {
    const { client, hits } = await copy();
    await hits.count(limitOf(5, 2_000), 'amina@example.com');
    const keys = (await client.ask(['KEYS', 'hits:test 5 in 2000:*'])) as string[];
    assert.equal(keys.length, 1);
    assert.ok(!keys[0]?.includes('amina'));
    await until(async () => (await client.ask(['EXISTS', keys[0] ?? ''])) === 0);
  });

  it('of a server whose clock was put back by an hour count as now, and for one window', async () => {
    const { client, hits } = await copy();
    const limit = limitOf(2, 2_000);
    await hits.count(limit, 'bela');
    const [key = ''] = (await client.ask(['KEYS', 'hits:test 2 in 2000:*'])) as string[];
    const inAnHour = `${Date.now() + 3_600_000}`;
    await client.ask(['ZADD', key, inAnHour, 'one', inAnHour, 'two']);
    await client.ask(['PEXPIRE', key, '3602000']);
    const full = await hits.count(limit, 'bela');
    assert.ok(isFull(full) && full.waitMs <= 2_000, JSON.stringify(full));
    assert.ok(Number(await client.ask(['PTTL', key])) <= 2_000);
    await sleep(2_050);
    assert.ok(!isFull(await hits.count(limit, 'bela')));
  });

  it('go on when the server forgets its scripts', async () => {
    const { client, hits, asked } = await copy();
    await client.ask(['SCRIPT', 'FLUSH']);
    assert.ok(!isFull(await hits.count(limitOf(5, 1_000), 'amina')));
    assert.deepEqual(asked, []);
  });

  it('go on in the database while the server is away, said once, and come back with it', async () => {
    const { hits, asked, lines } = await copy();
    await server.stop();
    const limit = limitOf(1, 60_000);
    for (let call = 0; call < 20; call += 1) await hits.count(limit, 'amina');
    assert.equal(asked.length, 20);
    await sleep(1_100);
    await hits.count(limit, 'amina');
    assert.deepEqual(lines, [AWAY]);
    await server.start();
    await until(async () => {
      const before = asked.length;
      await hits.count(limitOf(1_000, 60_000), 'amina');
      return asked.length === before;
    });
    assert.deepEqual(lines, [AWAY, BACK]);
  });
});

describe('a Valkey that is of no use', () => {
  const limit = limitOf(10, 60_000);

  it('costs a call a quarter of a second once a second, and no call its answer', async () => {
    let sent = 0;
    const hangs = () => {
      sent += 1;
      return new Promise<never>(() => {});
    };
    const { asked, fallback } = watchedFallback();
    const { lines, log } = watchedLog();
    const hits = hitsInValkey({ ask: hangs, fallback, log });
    const startedAt = performance.now();
    for (let call = 0; call < 100; call += 1) await hits.count(limit, 'amina');
    assert.deepEqual([sent, asked.length, lines], [1, 100, [AWAY]]);
    assert.ok(performance.now() - startedAt >= 240);
    await sleep(1_000);
    await Promise.all(Array.from({ length: 100 }, () => hits.count(limit, 'amina')));
    assert.equal(sent, 2, 'one of those that come at once looks whether it is back');
  });

  for (const [what, answer] of [
    ['refuses', () => Promise.reject(new Error('NOAUTH Authentication required.'))],
    ['answers something else', () => Promise.resolve('OK')],
  ] as const) {
    it(`that ${what} is left aside`, async () => {
      const { asked, fallback } = watchedFallback();
      const { lines, log } = watchedLog();
      const hits = hitsInValkey({ ask: answer, fallback, log });
      assert.ok(!isFull(await hits.count(limit, 'amina')));
      assert.deepEqual([asked, lines], [['amina'], [AWAY]]);
    });
  }

  it('that nobody serves is told of at once, and can be closed while it is looked for', async () => {
    const client = connectValkey(`redis://127.0.0.1:${await freePort()}`);
    const deadline = performance.now() + 10_000;
    let reason: unknown;
    while (reason === undefined && performance.now() < deadline) {
      await sleep(20);
      const error = await client.ask(['PING']).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof Error);
      reason = error.cause;
    }
    assert.match(String(reason), /ECONNREFUSED/);
    client.close();
  });
});
