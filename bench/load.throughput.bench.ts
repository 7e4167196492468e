import pg from 'pg';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { ratesOf } from './http/rates.ts';
import { startProgram } from './http/server-process.ts';
import type { BareUser } from './load/bare-server.ts';
import { fillFleet } from './load/fleet.ts';
import { syncOf } from './load/fleet-calls.ts';
import { MAIN_CALLS, type MainCall } from './load/main-calls.ts';
import { recordCalls } from './load/record-calls.ts';

/** So many that few of them are asked for twice in a second. */
const USERS = 2_000;
const TRADES_EACH = 60;

/**
 * How much of what the database and the framework can do is left once a call is checked, parsed and
 * answered: the calls of bots and dashboards, each against a bare handler that sends the same statements.
 */
export const benchmark: Benchmark = {
  name: 'load.throughput',
  title:
    'the main calls, against a bare Fastify handler with the same statements, the least of them',
  unit: 'requests/s',
  bar: { of: 'ratio', op: '>=', value: 0.7 },
  async run(context) {
    const { service, databaseUrl, users } = await start(context);
    const recorded = await recordCalls(databaseUrl, MAIN_CALLS, {
      index: 0,
      userId: users[0]?.userId ?? '',
    });
    const results = [];
    for (const call of MAIN_CALLS) {
      const known = recorded.get(call.name);
      if (!known) throw new Error(`${call.name} was not recorded`);
      const path = call.request({ index: 0, userId: ':user', turn: 0 }).path.split('?')[0] ?? '';
      const orders = { databaseUrl, path, recorded: known, users };
      const bare = await startProgram('bench/load/bare-server.ts', orders, context);
      const rates = await ratesOf(targetOf(call, service, users), targetOf(call, bare, users));
      const ratio = rates.ours / rates.theirs;
      const told = `${call.name} ${Math.round(rates.ours)} of ${Math.round(rates.theirs)} a second (${ratio.toFixed(2)}, ${known.statements.length} statements)`;
      context.say(told);
      results.push({ ...rates, ratio, told });
    }
    const least = results.reduce((one, other) => (other.ratio < one.ratio ? other : one));
    return {
      figure: least.ours,
      denominator: { value: least.theirs, what: 'the bare handler' },
      ratio: least.ratio,
      note: results.map(({ told }) => told).join('; '),
    };
  },
};

async function start({ folder, onEnd, say }: BenchContext) {
  const postgres = await startPostgres({ fsync: true });
  onEnd(postgres.stop);
  const databaseUrl = postgres.url;
  const env = { DATABASE_URL: databaseUrl, HOST: '127.0.0.1' };
  const service = await startService({ port: await freePort(), dataDir: folder, env });
  onEnd(service.stop);
  await fillFleet(databaseUrl, USERS);
  const url = service.url.replace('localhost', '127.0.0.1');
  for (let index = 0; index < USERS; index += 1) await fill(url, index);
  say(`${USERS} users with ${TRADES_EACH} trades each`);
  return { service: url, databaseUrl, users: await usersOf(databaseUrl) };
}

async function fill(url: string, index: number): Promise<void> {
  const { path, token, body } = syncOf(index, 0, TRADES_EACH);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = await fetch(url + path, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
}

async function usersOf(databaseUrl: string): Promise<BareUser[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<BareUser>(
      'select user_id as "userId", id as "accountId", login from trading_accounts order by login',
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Each user in turn; what writes is another request each time. */
function targetOf({ request }: MainCall, url: string, users: readonly BareUser[]) {
  let turn = Math.floor(performance.now()) * 10;
  return {
    url,
    requests: users.map(({ userId }, index) => ({
      ...request({ index, userId, turn: 0 }),
      setupRequest: <T extends object>(asked: T): T => {
        turn += 1;
        const { body } = request({ index, userId, turn });
        return body === undefined ? asked : { ...asked, body };
      },
    })),
  };
}
