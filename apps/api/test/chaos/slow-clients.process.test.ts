import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshStorage } from '../helpers/fresh-database.ts';
import { freePort, startServer } from '../helpers/server-process.ts';
import { healthTimes, openSlowSockets } from './helpers/slow-sockets.ts';

const SOCKETS = 200;

it(`${SOCKETS} clients that send a byte a second keep nobody waiting`, async (t) => {
  const storage = await freshStorage();
  const PORT = await freePort();
  const server = await startServer({ ...storage.env, PORT, LOG_LEVEL: 'silent' });
  const slow = await openSlowSockets(Number(PORT), SOCKETS);
  t.after(async () => {
    slow.close();
    await server.kill();
    await storage.remove();
  });
  const times = await healthTimes(server.url, 2_000);
  const p99 = times[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY;
  assert.ok(p99 < 200, `99 of 100 within ${Math.round(p99)} ms`);
});
