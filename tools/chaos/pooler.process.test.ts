import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
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
import { setRoleLimits } from '../../apps/api/test/helpers/role-limits.ts';
import { startServer } from '../../apps/api/test/helpers/server-process.ts';
import { freePort } from '../free-port.ts';
import { startOwnPostgres } from '../postgres/own-server.ts';
import { startPgBouncer } from '../postgres/pgbouncer.ts';

/** Answers between two faults; a slow machine takes its time. */
const WRITES = 40;
const WRITTEN_WITHIN_MS = 30_000;

// @promise 8.1
it('two copies behind a PgBouncer that pools by transaction: whoever is killed, nothing is lost or doubled', async (t) => {
  const postgres = await startOwnPostgres();
  if (!postgres) return t.skip('no PostgreSQL is found on this machine');
  const ends: (() => unknown)[] = [() => postgres.remove()];
  let over = false;
  t.after(async () => {
    over = true;
    for (const end of ends.toReversed()) await end();
  });
  await setRoleLimits(postgres.url);
  // It would not ask a PostgreSQL that has restarted for 15 s.
  const pooler = await startPgBouncer(postgres.url, ['server_login_retry = 1']);
  if (!pooler) return t.skip('no PgBouncer is found on this machine');
  ends.push(() => pooler.remove());
  t.diagnostic(pooler.version);
  const folder = mkdtempSync(join(tmpdir(), 'quorate-pooler-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    DATA_DIR: folder,
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: postgres.url,
    LOG_LEVEL: 'silent',
    LIMIT_SIGN_UPS: '100000',
    LIMIT_SIGN_UPS_RANGE: '100000',
  };
  await seedPerson({ ...env, PORT: '3000' });
  const copy = async (name: string) => {
    // With a payment provider of its own.
    const own = { ...env, DATA_DIR: join(folder, name), PORT: String(await freePort()) };
    let server = await startServer(own);
    ends.push(() => server.kill());
    return {
      url: server.url,
      dataDir: own.DATA_DIR,
      async killAndStart() {
        await server.kill();
        server = await startServer(own);
      },
      stop: () => server.stop(),
    };
  };
  const copies = [await copy('one'), await copy('two')] as const;
  const [one, two] = copies;
  const token = await signIn(one.url);
  const clients = copies.map(({ url, dataDir }) => createClient(url, token, dataDir));
  const known = nothingYet();
  const lanes = lanesOf(known);
  let calls = 0;
  const nextClient = () => {
    calls += 1;
    return clients[calls % clients.length] ?? assert.fail();
  };

  const working = Promise.all(
    lanes.map(async (lane) => {
      while (!over) if ((await lane(nextClient())) === 'broken') await sleep(50);
    }),
  );
  const faults = {
    'a copy': () => one.killAndStart(),
    PgBouncer: () => pooler.killAndStart(),
    PostgreSQL: async () => {
      await postgres.stop('immediate');
      await sleep(200);
      await postgres.start();
    },
  };
  const untilWritten = async (what: string) => {
    const before = known.writes;
    const deadline = performance.now() + WRITTEN_WITHIN_MS;
    while (known.writes < before + WRITES) {
      assert.ok(performance.now() < deadline, `${what}: ${known.writes - before} writes`);
      await sleep(20);
    }
  };
  await untilWritten('at first');
  for (const [who, killed] of Object.entries(faults)) {
    await killed();
    await untilWritten(`after ${who} was killed`);
  }
  over = true;
  await working;
  for (const lane of lanes) assert.equal(await lane(nextClient()), 'answered');
  for (const fault of known.faults) assert.match(fault, /^[\w-]+: 503 .*service_unavailable/);
  assert.deepEqual([await one.stop(), await two.stop()], [0, 0]);
  const database = await connectPostgres(postgres.url);
  ends.push(database.close);
  assert.deepEqual(await judge(database.db, known), { lost: [], doubled: [] });
  t.diagnostic(`${known.writes} answers, ${known.faults.length} of 503`);
});
