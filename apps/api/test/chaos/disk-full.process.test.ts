import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { accountInput, tradeInput } from '../helpers/builders.ts';
import { freePort, startAndFail, startServer } from '../helpers/server-process.ts';
import { fillDisk, NO_DISK, smallDisk } from '../helpers/small-disk.ts';
import { createClient, signIn } from './helpers/client.ts';
import { seedPerson } from './helpers/kill-run.ts';

const DISK_MB = 300;

// @promise 8.3
it('a full disk: writes answer 507 and save nothing, reads go on, and room is enough to go on', async (t) => {
  const disk = smallDisk(t, DISK_MB);
  if (!disk) return t.skip(NO_DISK);
  if (process.env.TEST_DATABASE === 'postgres')
    return t.skip('tools/chaos has PostgreSQL on a full disk');
  const env = { DATA_DIR: disk, PORT: await freePort(), LOG_LEVEL: 'silent' };
  await seedPerson(env);
  const server = await startServer({ ...env, PADDLE_ENVIRONMENT: 'off' });
  t.after(() => server.kill());
  const client = createClient(server.url, await signIn(server.url), disk);
  const stored: string[] = [];
  const sync = async (): Promise<number> => {
    const trades = Array.from({ length: 200 }, () => tradeInput());
    const answer = await client.send('/api/bot/trades', { account: accountInput(), trades });
    if (answer?.status === 200) stored.push(...trades.map((trade) => trade.position_ticket));
    return answer?.status ?? 0;
  };
  assert.equal(await sync(), 200);

  const ballast = fillDisk(disk);
  let status = 200;
  for (let tries = 0; tries < 200 && status === 200; tries += 1) status = await sync();
  assert.equal(status, 507);
  for (const path of ['/api/user/dashboard', '/api/user/checklist', '/api/reviews'])
    assert.equal((await client.send(path, undefined, 'GET'))?.status, 200, path);
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200);

  ballast.release();
  assert.equal(await sync(), 200);
  assert.equal(await server.stop(), 0);
  const again = await startServer({ ...env, PADDLE_ENVIRONMENT: 'off' });
  t.after(again.kill);
  const reader = createClient(again.url, await signIn(again.url), disk);
  const entitled = await reader.send('/api/user/dashboard', undefined, 'GET');
  assert.equal(entitled?.status, 200);
  assert.ok(existsSync(join(disk, 'database')));
  assert.deepEqual(await tickets(again.url, reader), stored.toSorted());
});

it('a disk too small for a first start is named, and what was begun does not stay on it', async (t) => {
  const disk = smallDisk(t, 20);
  if (!disk) return t.skip(NO_DISK);
  if (process.env.TEST_DATABASE === 'postgres')
    return t.skip('tools/chaos has PostgreSQL on a full disk');
  const refused = await startAndFail({ DATA_DIR: join(disk, 'data'), PORT: await freePort() });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /database\.new finds no room: its disk is full\. A new one needs/);
  assert.equal(existsSync(join(disk, 'data', 'database.new')), false);
});

async function tickets(url: string, client: ReturnType<typeof createClient>): Promise<string[]> {
  const login = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: 'amina', password: 'correct horse battery' }),
  });
  const { user } = (await login.json()) as { user: { id: string } };
  const found: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/api/bot/trade-statistics/${user.id}?per_page=500&page=${page}`;
    const { body } = (await client.send(path, undefined, 'GET')) ?? {};
    const { recent_trades } = body as { recent_trades: { position_ticket: string }[] };
    if (recent_trades.length === 0) return found.toSorted();
    found.push(...recent_trades.map((trade) => trade.position_ticket));
  }
}
