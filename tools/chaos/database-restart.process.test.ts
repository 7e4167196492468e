import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres } from '../../apps/api/src/db/connect.ts';
import { nothingYet } from '../../apps/api/test/chaos/helpers/acknowledged.ts';
import { createClient, signIn } from '../../apps/api/test/chaos/helpers/client.ts';
import { judge } from '../../apps/api/test/chaos/helpers/judge.ts';
import { seedPerson } from '../../apps/api/test/chaos/helpers/kill-run.ts';
import { lanesOf } from '../../apps/api/test/chaos/helpers/lanes.ts';
import { startServer } from '../../apps/api/test/helpers/server-process.ts';
import { freePort } from '../free-port.ts';
import { startOwnPostgres } from '../postgres/own-server.ts';

const RECOVERED_MS = 5_000;

// @promise 8.4
it('PostgreSQL stopped and started under load: 503 meanwhile, all well within 5 s, nothing lost', async (t) => {
  const postgres = await startOwnPostgres();
  if (!postgres) return t.skip('no PostgreSQL is found on this machine');
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'quorate restart '));
  let over = false;
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    over = true;
    for (const end of ends.toReversed()) await end();
    await postgres.remove();
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const PORT = String(await freePort());
  const env = { DATA_DIR, PORT, DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' };
  await seedPerson(env);
  const server = await startServer({
    ...env,
    LIMIT_SIGN_UPS: '100000',
    LIMIT_SIGN_UPS_RANGE: '100000',
  });
  ends.push(server.kill);
  const token = await signIn(server.url);
  const client = createClient(server.url, token, DATA_DIR);
  const known = nothingYet();
  const lanes = lanesOf(known);
  const events = await listen(server.url, token);
  ends.push(() => events.stop());

  const working = Promise.all(
    lanes.map(async (lane) => {
      while (!over) if ((await lane(client)) === 'broken') await sleep(50);
    }),
  );
  for (const how of ['fast', 'immediate'] as const) {
    await sleep(700);
    await postgres.stop(how);
    await sleep(300);
    const meanwhile = await fetch(`${server.url}/api/user/dashboard`, {
      headers: { authorization: `Bearer ${'a'.repeat(43)}` },
    });
    assert.equal(meanwhile.status, 503);
    assert.equal(meanwhile.headers.get('retry-after'), '3');
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    await postgres.start();
    const startedAt = performance.now();
    const before = { writes: known.writes, heard: events.count() };
    while (known.writes < before.writes + lanes.length || events.count() === before.heard) {
      const ms = performance.now() - startedAt;
      assert.ok(
        ms < RECOVERED_MS,
        `after ${how}: ${known.writes - before.writes} writes and ${events.count() - before.heard} events`,
      );
      await sleep(20);
    }
    t.diagnostic(`after ${how}: recovered in ${Math.round(performance.now() - startedAt)} ms`);
  }
  over = true;
  await working;
  for (const lane of lanes) assert.equal(await lane(client), 'answered');
  for (const fault of known.faults) assert.match(fault, /^[\w-]+: 503 .*service_unavailable/);
  assert.equal(await server.stop(), 0);
  const database = await connectPostgres(postgres.url);
  ends.push(database.close);
  const { lost, doubled } = await judge(database.db, known);
  assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] });
});

/** What a dashboard hears; a stream that ends is opened again, as browsers do. */
async function listen(url: string, token: string) {
  const called = new AbortController();
  let events = 0;
  const once = async () => {
    const reply = await fetch(`${url}/api/user/live`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: called.signal,
    });
    if (!reply.ok || !reply.body) throw new Error(`the stream answered ${reply.status}`);
    for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>)
      events += Buffer.from(chunk).toString().split('event:').length - 1;
  };
  const reading = (async () => {
    while (!called.signal.aborted) {
      await once().catch(() => {});
      await sleep(100);
    }
  })();
  return {
    count: () => events,
    async stop() {
      called.abort();
      await reading;
    },
  };
}
