import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { startPostgres } from './postgres.ts';

describe('the temporary PostgreSQL', () => {
  it('listens while it runs, wants a password, and is gone once stopped', async () => {
    const postgres = await startPostgres();
    const { port, hostname, password } = new URL(postgres.url);
    assert.equal(hostname, '127.0.0.1');
    assert.ok(password.length >= 32);
    assert.equal(await answers(Number(port)), true);
    await postgres.stop();
    assert.equal(await answers(Number(port)), false);
    await postgres.stop();
  });

  it('is reached over its socket where that is asked for, by the service’s own connections, too', async (t) => {
    const postgres = await startPostgres({ socket: true });
    t.after(postgres.stop);
    const { db, close } = await connectPostgres(postgres.url);
    t.after(close);
    const { rows } = await sql`select inet_server_addr() as over_network`.execute(db);
    assert.deepEqual(rows, [{ over_network: null }]);
  });

  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    it(`ends with a caller that ${signal} ends`, async () => {
      const { caller, port } = await startCaller();
      assert.equal(await answers(port), true);
      caller.kill(signal);
      await untilSilent(port);
    });
  }
});

/** A process of its own that starts a PostgreSQL, names its port, and never stops it. */
async function startCaller(): Promise<{ caller: ChildProcess; port: number }> {
  const module = new URL('./postgres.ts', import.meta.url).href;
  const script = `import { startPostgres } from '${module}';
    process.stdout.write(new URL((await startPostgres()).url).port);
    setInterval(() => {}, 1_000);`;
  const caller = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(caller.stdout, 'data');
  return { caller, port: Number(String(port)) };
}

async function untilSilent(port: number): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (await answers(port)) {
    assert.ok(performance.now() < deadline, 'PostgreSQL outlived its caller by 10 s');
    await sleep(50);
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
