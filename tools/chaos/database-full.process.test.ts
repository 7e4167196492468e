import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { createClient, signIn } from '../../apps/api/test/chaos/helpers/client.ts';
import { seedPerson } from '../../apps/api/test/chaos/helpers/kill-run.ts';
import { accountInput, tradeInput } from '../../apps/api/test/helpers/builders.ts';
import { startServer } from '../../apps/api/test/helpers/server-process.ts';
import { freePort } from '../free-port.ts';
import { startOwnPostgres } from '../postgres/own-server.ts';
import { makeSmallDisk, NO_SMALL_DISK } from '../small-disk.ts';

const DISK_MB = 400;

// @promise 8.3
it('PostgreSQL on a full disk: writes answer 507 or 503, reads go on, and room is enough to go on', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-full-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const disk = join(folder, 'disk');
  const small = makeSmallDisk(disk, DISK_MB);
  if (!small) return t.skip(NO_SMALL_DISK);
  ends.push(small.remove);
  execFileSync('chmod', ['755', folder]);
  const postgres = await startOwnPostgres({ base: join(disk, 'cluster') });
  if (!postgres) return t.skip('no PostgreSQL is found on this machine');
  ends.push(() => postgres.remove());
  const dataDir = join(folder, 'data');
  const PORT = String(await freePort());
  const env = { DATA_DIR: dataDir, PORT, DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' };
  await seedPerson(env);
  const server = await startServer({ ...env, PADDLE_ENVIRONMENT: 'off' });
  ends.push(server.kill);
  const client = createClient(server.url, await signIn(server.url), dataDir);
  const sync = async (): Promise<number> => {
    const trades = Array.from({ length: 200 }, () => tradeInput());
    const answer = await client.send('/api/bot/trades', { account: accountInput(), trades });
    return answer?.status ?? 0;
  };
  const read = async () => (await client.send('/api/user/dashboard', undefined, 'GET'))?.status;
  assert.equal(await sync(), 200);
  assert.equal(await read(), 200);

  await small.fill();
  let status = 200;
  for (let tries = 0; tries < 400 && status === 200; tries += 1) status = await sync();
  // Where its log of changes has no room either, PostgreSQL ends all connections and starts again.
  assert.ok(status === 507 || status === 503, `a write answered ${status}`);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
  if (status === 507) assert.equal(await read(), 200);

  small.empty();
  if (status === 503) {
    await postgres.stop('immediate');
    await postgres.start();
  }
  const deadline = performance.now() + 10_000;
  while ((await sync()) !== 200) assert.ok(performance.now() < deadline, 'there is room again');
  assert.equal(await read(), 200);
});
