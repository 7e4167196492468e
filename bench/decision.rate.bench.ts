import { join } from 'node:path';
import { login } from '@quorate/contract/account';
import { analyse } from '@quorate/contract/decisions';
import { createRememberingDecisions } from '@quorate/trading/testing/remembering-decisions';
import pg from 'pg';
import { storageVariables } from '../tools/demo/make-account.ts';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import { createAnalyseBodies } from './analyse-body.ts';
import type { Benchmark } from './benchmark.ts';
import { makeTrader, TRADER_PASSWORD } from './heavy-user.ts';
import { madeUpSeries, replay } from './replay.ts';

const BARS = 12_000;
/** Each may ask a thousand times a minute: together more often than is measured. */
const USERS = 24;
const WARM_UP = 20;
const MEASURED = 250;

type Times = number[];

/**
 * Decisions of the offline analysts a second on PostgreSQL, when many users ask at once: admitted, voted,
 * metered, stored with every vote and put on the ledger, with a real commit. Clients, service and
 * database share the machine.
 */
export const benchmark: Benchmark = {
  name: 'decision.rate',
  title: `decisions a second of ${USERS} users at once, on PostgreSQL with the ledger`,
  unit: 'decisions/s',
  bar: { of: 'figure', op: '>=', value: 200 },
  async run({ folder, onEnd, say }) {
    const decisions = createRememberingDecisions();
    const series = madeUpSeries(BARS);
    await replay(decisions, series);
    const bodyOf = createAnalyseBodies(series);
    const bodies = decisions.asked
      .slice(0, WARM_UP + MEASURED)
      .map(({ snapshot }) => JSON.stringify(bodyOf(snapshot)));
    if (bodies.length < WARM_UP + MEASURED) throw new Error(`only ${bodies.length} snapshots`);

    const postgres = await startPostgres({ fsync: true });
    onEnd(postgres.stop);
    const storage = { dataDir: join(folder, 'data'), databaseUrl: postgres.url };
    const names = Array.from({ length: USERS }, (_, index) => `trader${index}`);
    say(`making ${USERS} accounts`);
    for (const name of names) await makeTrader(storage, name);
    const service = await startService({
      port: await freePort(),
      dataDir: storage.dataDir,
      env: storageVariables(storage),
    });
    onEnd(service.stop);
    const clients = [];
    for (const name of names) clients.push(await clientOf(service.url, name));

    say('asking');
    await Promise.all(clients.map((ask) => askAll(ask, bodies.slice(0, WARM_UP))));
    const startedAt = performance.now();
    const times = await Promise.all(clients.map((ask) => askAll(ask, bodies.slice(WARM_UP))));
    const seconds = (performance.now() - startedAt) / 1_000;
    await expectOnRecord(postgres.url, USERS * bodies.length);
    const sorted = times.flat().sort((a, b) => a - b);
    const share = (part: number) => (sorted[Math.ceil(sorted.length * part) - 1] ?? 0).toFixed(0);
    return {
      figure: sorted.length / seconds,
      note: `${sorted.length} decisions in ${seconds.toFixed(1)} s, ${USERS} of them at any time; half of the answers within ${share(0.5)} ms, 99 of 100 within ${share(0.99)} ms`,
    };
  },
};

async function askAll(
  ask: (body: string) => Promise<void>,
  bodies: readonly string[],
): Promise<Times> {
  const times: Times = [];
  for (const body of bodies) {
    const startedAt = performance.now();
    await ask(body);
    times.push(performance.now() - startedAt);
  }
  return times;
}

async function clientOf(service: string, username: string) {
  const json = { 'content-type': 'application/json' };
  const reply = await fetch(service + login.path, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username_or_email: username, password: TRADER_PASSWORD }),
  });
  const { access_token } = login.reply.parse(await reply.json());
  const headers = { ...json, authorization: `Bearer ${access_token}` };
  return async (body: string): Promise<void> => {
    const answer = await fetch(service + analyse.path, { method: 'POST', headers, body });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${analyse.path} answered ${answer.status}: ${text}`);
  };
}

/** A rate of decisions that are not stored, or not on record, is none. */
async function expectOnRecord(databaseUrl: string, expected: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const table of ['decisions', "record_entries where kind = 'decision'"]) {
      const { rows } = await client.query(`select count(*)::int as count from ${table}`);
      const [{ count }] = rows;
      if (count !== expected) throw new Error(`${table}: ${count} rows, not ${expected}`);
    }
  } finally {
    await client.end();
  }
}
