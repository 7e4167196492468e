import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFaultProxy } from '../helpers/fault-proxy.ts';
import { freshStorage } from '../helpers/fresh-database.ts';
import { freePort, mailboxOf, startServer } from '../helpers/server-process.ts';

const postgresOnly =
  process.env.TEST_DATABASE !== 'postgres' && 'the embedded database is in the same process';

/** A call's time and status. */
async function timed(
  url: string,
): Promise<{ status: number; ms: number; retryAfter: string | null }> {
  const startedAt = performance.now();
  const reply = await fetch(url, { headers: { authorization: `Bearer ${'a'.repeat(43)}` } });
  await reply.arrayBuffer();
  const ms = performance.now() - startedAt;
  return { status: reply.status, ms, retryAfter: reply.headers.get('retry-after') };
}

// @promise 8.4
it('while the database hangs calls end with 503, /healthz answers, and afterwards everything does', {
  skip: postgresOnly,
}, async (t) => {
  const storage = await freshStorage();
  const { DATABASE_URL = '' } = storage.env;
  const proxy = await startFaultProxy({ port: Number(new URL(DATABASE_URL).port) });
  const env = { ...storage.env, DATABASE_URL: proxy.through(DATABASE_URL), LOG_LEVEL: 'silent' };
  const server = await startServer({ ...env, PORT: await freePort() });
  t.after(async () => {
    await server.kill();
    await proxy.close();
    await storage.remove();
  });
  const dashboard = `${server.url}/api/user/dashboard`;
  assert.equal((await timed(dashboard)).status, 401);

  proxy.set({ kind: 'hang' });
  // More than the pool has places for.
  const calls = Promise.all(Array.from({ length: 30 }, () => timed(dashboard)));
  const health: number[] = [];
  const looking = (async () => {
    for (let looks = 0; looks < 40; looks += 1) {
      const { status, ms } = await timed(`${server.url}/healthz`);
      assert.equal(status, 200);
      health.push(ms);
      await sleep(50);
    }
  })();
  for (const { status, ms, retryAfter } of await calls) {
    assert.equal(status, 503);
    assert.equal(retryAfter, '3');
    assert.ok(ms < 15_000, `a call took ${Math.round(ms)} ms`);
  }
  await looking;
  health.sort((a, b) => a - b);
  assert.ok((health[Math.floor(health.length * 0.95)] ?? 0) < 200, `${health.at(-1)} ms`);

  proxy.set({ kind: 'none' });
  const deadline = performance.now() + 10_000;
  while ((await timed(dashboard)).status !== 401)
    assert.ok(performance.now() < deadline, 'the pool has got its places back');
  const person = { username: 'amina', email: 'amina@example.com', password: 'correct horse 9' };
  const signup = await fetch(`${server.url}/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  assert.equal(signup.status, 200);
  assert.equal((await mailboxOf(server.url, person.email)).length, 1, 'jobs go on, too');
});
