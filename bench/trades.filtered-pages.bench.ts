import { join } from 'node:path';
import { syncTrades } from '@quorate/contract/trade-sync';
import pg from 'pg';
import { storageVariables } from '../tools/demo/make-account.ts';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { filteredPaths } from './heavy-queries.ts';
import {
  loadPostgres,
  makeTrader,
  NORMAL_TRADES,
  percentile,
  signInTrader,
  timeInTurn,
} from './heavy-user.ts';

const TRADES = 100_000;
const OTHERS = 1_000;
const CALLS = 2_000;
const WARM_UP = 200;
/** Before every so many calls a trade comes in: sums and columns of its month are made again by the next call. */
const SYNC_EVERY = 20;

/** Pages of the history of somebody with 100,000 trades by any filter and sort, each with its totals. */
export const benchmark: Benchmark = {
  name: 'trades.filtered-pages',
  title: 'a page of 100,000 trades by any filter and sort with its totals, 99 of 100',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 50 },
  async run({ folder, say, onEnd }) {
    const postgres = await startPostgres({ fsync: true, sharedBuffers: '2GB' });
    onEnd(postgres.stop);
    const storage = { dataDir: join(folder, 'data'), databaseUrl: postgres.url };
    for (const username of ['heavy', 'normal']) await makeTrader(storage, username);
    await loadPostgres(postgres.url, { heavyTrades: TRADES, others: OTHERS }, say);
    await addNotes(postgres.url);
    const service = await startService({
      port: await freePort(),
      dataDir: storage.dataDir,
      env: storageVariables(storage),
    });
    onEnd(service.stop);
    const heavy = await signInTrader(service.url, 'heavy');
    const normal = await signInTrader(service.url, 'normal');
    const first = performance.now();
    await heavy.get(`/api/bot/trade-statistics/${heavy.userId}`);
    say(`sums are there after ${((performance.now() - first) / 1_000).toFixed(1)} s`);
    const cold = performance.now();
    await heavy.get(`/api/bot/trade-statistics/${heavy.userId}?sort_by=r&trade_type=BUY`);
    const coldMs = performance.now() - cold;
    say(`the first page by a new sort took ${coldMs.toFixed(0)} ms`);

    const paths = (userId: string, trades: number, calls: number, seed: number) =>
      filteredPaths(userId, trades, calls, seed);
    await timeInTurn(
      { heavy, normal },
      paths(heavy.userId, TRADES, WARM_UP, 1),
      paths(normal.userId, NORMAL_TRADES, WARM_UP, 1),
    );
    const asked = paths(heavy.userId, TRADES, CALLS, 2);
    const others = paths(normal.userId, NORMAL_TRADES, CALLS, 2);
    const times: number[] = [];
    const normalTimes: number[] = [];
    for (let at = 0; at < CALLS; at += SYNC_EVERY) {
      await heavy.post(syncTrades.path, batch(at));
      const some = await timeInTurn(
        { heavy, normal },
        asked.slice(at, at + SYNC_EVERY),
        others.slice(at, at + SYNC_EVERY),
      );
      times.push(...some.times);
      normalTimes.push(...some.normalTimes);
    }
    const slow = asked.map((path, index) => ({ path, ms: times[index] ?? 0 }));
    for (const { path, ms } of slow.sort((a, b) => b.ms - a.ms).slice(0, 15))
      say(`${ms.toFixed(1)} ms ${path}`);
    const figure = percentile(times, 0.99);
    const value = percentile(normalTimes, 0.99);
    return {
      figure,
      denominator: { value, what: `a user with ${NORMAL_TRADES} trades, asked in turn` },
      ratio: figure / value,
      note: `${CALLS} pages by chance, the middle one ${percentile(times, 0.5).toFixed(1)} ms, the slowest ${percentile(times, 1).toFixed(1)} ms; a trade came in before every ${SYNC_EVERY}th call; the first one after the start took ${coldMs.toFixed(0)} ms; PostgreSQL with fsync, measured by the client`,
    };
  },
};

/** One of a hundred trades has a note, tags and a set-up; a third has a reason of its exit. */
async function addNotes(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      insert into trade_notes (user_id, account_id, position_ticket, note, tags, setup, updated_at)
      select user_id, account_id, position_ticket, 'waited for 100% of the range', '{news,fomo}', 'Pullback', now()
      from trades where right(position_ticket, 2) = '07'`);
    await client.query(`
      update trades set exit_reason = case when profit > 0 then 'target' else 'stop' end
      where right(position_ticket, 1) in ('1', '4', '7')`);
    await client.query('vacuum analyze trades');
    await client.query('analyze trade_notes');
  } finally {
    await client.end();
  }
}

function batch(which: number) {
  const time = new Date(Date.now() - 60_000).toISOString();
  return {
    account: { server: 'Bench', login: 'demo', account_type: 'demo', currency: 'USD' },
    trades: [
      {
        position_ticket: `new-${which}`,
        symbol: 'EURUSD',
        trade_type: 'BUY',
        volume: 0.1,
        digits: 5,
        open_price: 1.08214,
        close_price: 1.08643,
        stop_loss: 1.08,
        take_profit: 1.0864,
        opened_at: time,
        closed_at: time,
        status: 'CLOSED',
        gross_profit: 42.9,
        commission: -0.7,
        swap: 0,
        fee: 0,
        profit: 42.2,
        initial_risk: 22.1,
        decision_id: null,
        revision: 1,
      },
    ],
  };
}
