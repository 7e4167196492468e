import { join } from 'node:path';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import { getSuccessRate } from '@quorate/contract/trades';
import pg from 'pg';
import { makeAccount, storageVariables } from '../tools/demo/make-account.ts';
import { signIn } from '../tools/demo/sign-in.ts';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { ACCOUNT, CONNECTIONS, ROWS_A_REQUEST, sendInBatches } from './synced-trades.ts';

const ROWS = 30_000;
/** More than the service counts through: from here on it keeps sums of the user's trades. */
const WARM_UP_ROWS = 25_000;
const CORRECTED_ROWS = 10_000;
const COPIES = 3;
const HOUR_MS = 3_600_000;

/**
 * How fast closed trades come in for somebody whose sums are kept, beside the fastest way the same database
 * takes the same rows: COPY from a file on its own disk into the same table with the same indexes and
 * checks. Commits are real: fsync is on. Afterwards trades come again, in parallel and corrected, and sums
 * that are not those of the rows fail the benchmark.
 */
export const benchmark: Benchmark = {
  name: 'sync.copy-ratio',
  title: 'trades synced a second, beside COPY',
  unit: 'rows/s',
  bar: { of: 'ratio', op: '>=', value: 0.3 },
  async run(context) {
    const postgres = await startPostgres({ fsync: true });
    context.onEnd(postgres.stop);
    const storage = { dataDir: join(context.folder, 'data'), databaseUrl: postgres.url };
    await makeAccount(storage, 'Elite');
    const service = await startService({
      port: await freePort(),
      dataDir: storage.dataDir,
      env: storageVariables(storage),
    });
    context.onEnd(service.stop);
    const { get, post } = await signIn(service.url);
    const send = (first: number, count: number, change = (trade: TradeInput) => trade) =>
      sendInBatches(
        (trades) => post(syncTrades.path, { account: ACCOUNT, trades: trades.map(change) }),
        first,
        count,
      );

    await send(0, WARM_UP_ROWS);
    const synced = ROWS / (await send(WARM_UP_ROWS, ROWS));
    await Promise.all([
      send(0, CORRECTED_ROWS),
      send(0, CORRECTED_ROWS, corrected),
      send(0, CORRECTED_ROWS, corrected),
    ]);
    await get(getSuccessRate.path);
    const compared = await compareSums(postgres.url);
    const copied = await copyAgain(postgres.url, WARM_UP_ROWS + ROWS);
    return {
      figure: synced,
      denominator: { value: copied, what: 'COPY of the same rows' },
      ratio: synced / copied,
      note: `${ROWS} new trades, ${ROWS_A_REQUEST} a request, ${CONNECTIONS} connections, PostgreSQL with fsync; ${CORRECTED_ROWS} sent three times more, two of them corrected: ${compared} days compared, none wrong`,
    };
  },
};

/** Takes the rows out through a file and puts them back, three times. @returns rows a second, the middle one */
async function copyAgain(url: string, expected: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const file = client.escapeLiteral(join(rows[0]?.data_directory ?? '', 'trades.copy'));
    await client.query(`copy trades to ${file}`);
    const rates: number[] = [];
    for (let round = 0; round < COPIES; round += 1) {
      await client.query('truncate trades');
      const startedAt = performance.now();
      const { rowCount } = await client.query(`copy trades from ${file}`);
      rates.push((expected * 1_000) / (performance.now() - startedAt));
      if (rowCount !== expected) throw new Error(`${rowCount} of ${expected} trades were stored`);
    }
    return median(rates);
  } finally {
    await client.end();
  }
}

/** @returns how many days were compared. @throws Error when sums are not those of the rows */
async function compareSums(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ days: string; wrong: string }>(`
      with counted as (
        select account_id, floor(extract(epoch from trade_time) / 86400)::integer as day, count(*) as n,
          count(*) filter (where status = 'CLOSED') as total,
          coalesce(sum(profit) filter (where status = 'CLOSED' and profit > 0), 0) as gross_profit,
          coalesce(sum(profit) filter (where status = 'CLOSED' and profit < 0), 0) as gross_loss,
          coalesce(max(profit) filter (where status = 'CLOSED' and profit > 0), 0) as largest_win
        from trades group by 1, 2
      ), kept as (select * from trade_cells where not month and n > 0)
      select count(*) as days, count(*) filter (where kept.stale is not false
        or (kept.n, kept.total, kept.gross_profit, kept.gross_loss, kept.largest_win)
          is distinct from
          (counted.n, counted.total, counted.gross_profit, counted.gross_loss, counted.largest_win)) as wrong
      from counted full join kept using (account_id, day)`);
    const { days = '0', wrong = '0' } = rows[0] ?? {};
    if (wrong !== '0' || days === '0')
      throw new Error(`sums of ${wrong} of ${days} days are wrong`);
    return Number(days);
  } finally {
    await client.end();
  }
}

/** Two days later, with another result. */
function corrected(trade: TradeInput): TradeInput {
  const later = (time: string | null) =>
    new Date(Date.parse(time ?? '') + 48 * HOUR_MS).toISOString();
  return {
    ...trade,
    closed_at: later(trade.closed_at),
    gross_profit: (Math.round(trade.gross_profit * 100) + 300) / 100,
    profit: (Math.round(trade.profit * 100) + 300) / 100,
    revision: 3,
  };
}
