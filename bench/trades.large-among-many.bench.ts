import pg from 'pg';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { percentile } from './heavy-user.ts';
import { fillFleet } from './load/fleet.ts';
import { syncOf } from './load/fleet-calls.ts';
import { MAIN_CALLS, type WireRequest } from './load/main-calls.ts';

const USERS = 1_000;
const TRADES_EACH = 60;
const LARGE = 5;
const LARGE_TRADES = 40_000;
const BATCH = 500;
const CALLS = 100;

/**
 * A trader with a long history in a service of many with short ones: the database knows the usual account, and
 * must not go by it where it looks for a trade.
 */
export const benchmark: Benchmark = {
  name: 'trades.large-among-many',
  title: `a page of 50 trades of an account with ${LARGE_TRADES.toLocaleString('en')} in a service of ${USERS.toLocaleString('en')} users, the middle one`,
  unit: 'ms',
  bar: { of: 'ratio', op: '<=', value: 2 },
  async run(context) {
    const { url, users } = await start(context);
    const timesOf = async (index: number) => {
      const pages: number[] = [];
      const syncs: number[] = [];
      for (let turn = 0; turn < CALLS; turn += 1)
        pages.push(await timeOf(url, page(index, users[index] ?? '')));
      for (let turn = 0; turn < CALLS; turn += 1)
        syncs.push(await timeOf(url, sync(index, 900_000 + turn * 10, 3)));
      return { page: percentile(pages, 0.5), sync: percentile(syncs, 0.5) };
    };
    const usual = await timesOf(LARGE + 1);
    const large = await timesOf(LARGE);
    return {
      figure: large.page,
      denominator: { value: usual.page, what: `a page of an account with ${TRADES_EACH} trades` },
      ratio: large.page / usual.page,
      note: `a sync of 3 trades ${large.sync.toFixed(1)} ms, and ${usual.sync.toFixed(1)} ms to the account with ${TRADES_EACH}`,
    };
  },
};

async function start({ folder, onEnd, say }: BenchContext) {
  const postgres = await startPostgres({ fsync: true });
  onEnd(postgres.stop);
  const env = { DATABASE_URL: postgres.url, HOST: '127.0.0.1', LIMIT_READS_USER: '1000000' };
  const service = await startService({ port: await freePort(), dataDir: folder, env });
  onEnd(service.stop);
  const url = service.url.replace('localhost', '127.0.0.1');
  await fillFleet(postgres.url, USERS);
  say(`${USERS} users with ${TRADES_EACH} trades, and one with ${LARGE_TRADES}`);
  for (let index = 0; index < USERS; index += 1) await timeOf(url, sync(index, 0, TRADES_EACH));
  for (let batch = 0; batch < LARGE_TRADES / BATCH; batch += 1)
    await timeOf(url, sync(LARGE, 1_000 + batch * (BATCH / 10), BATCH));
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query('analyze');
    const { rows } = await client.query<{ user_id: string }>(
      'select user_id from trading_accounts order by login',
    );
    return { url, users: rows.map((row) => row.user_id) };
  } finally {
    await client.end();
  }
}

function page(index: number, userId: string): WireRequest {
  const call = MAIN_CALLS.find(({ name }) => name === 'page of trades');
  if (!call) throw new Error('there is no such call');
  return call.request({ index, userId, turn: 0 });
}

function sync(index: number, turn: number, trades: number): WireRequest {
  const { path, token, body } = syncOf(index, turn, trades);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { method: 'POST', path, headers, body };
}

async function timeOf(url: string, { path, ...asked }: WireRequest): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(url + path, asked);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return performance.now() - startedAt;
}
