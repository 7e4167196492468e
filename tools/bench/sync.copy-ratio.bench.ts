import { join } from 'node:path';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import pg from 'pg';
import { makeAccount, storageVariables } from '../demo/make-account.ts';
import { signIn } from '../demo/sign-in.ts';
import { freePort } from '../free-port.ts';
import { startPostgres } from '../postgres.ts';
import { startService } from '../service.ts';
import type { Benchmark } from './benchmark.ts';

const ROWS = 30_000;
const WARM_UP_ROWS = 2_000;
const ROWS_A_REQUEST = 100;
const CONNECTIONS = 4;

/**
 * How fast closed trades come in, beside the fastest way the same database takes the same rows: COPY
 * from a file on its own disk into the same table with the same indexes and checks. Commits are real:
 * fsync is on.
 */
export const benchmark: Benchmark = {
  name: 'sync.copy-ratio',
  title: 'trades synced a second, beside COPY',
  unit: 'rows/s',
  bar: { of: 'ratio', op: '>=', value: 0.05 },
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
    const { post } = await signIn(service.url);
    const send = (first: number, count: number) =>
      sendInBatches((trades) => post(syncTrades.path, { account: ACCOUNT, trades }), first, count);

    await send(0, WARM_UP_ROWS);
    const synced = ROWS / (await send(WARM_UP_ROWS, ROWS));
    const copied = await copyAgain(postgres.url, WARM_UP_ROWS + ROWS);
    return {
      figure: synced,
      denominator: { value: copied, what: 'COPY of the same rows' },
      ratio: synced / copied,
      note: `${ROWS} new trades, ${ROWS_A_REQUEST} a request, ${CONNECTIONS} connections, PostgreSQL with fsync`,
    };
  },
};

/** @returns seconds */
async function sendInBatches(
  send: (trades: TradeInput[]) => Promise<unknown>,
  first: number,
  count: number,
): Promise<number> {
  const batches = Array.from({ length: count / ROWS_A_REQUEST }, (_, batch) =>
    Array.from({ length: ROWS_A_REQUEST }, (_, row) =>
      tradeOf(first + batch * ROWS_A_REQUEST + row),
    ),
  );
  const startedAt = performance.now();
  const senders = Array.from({ length: CONNECTIONS }, async () => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) await send(batch);
  });
  await Promise.all(senders);
  return (performance.now() - startedAt) / 1_000;
}

/** Takes the rows out through a file and puts them back. @returns rows a second of putting them back */
async function copyAgain(url: string, expected: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const file = client.escapeLiteral(join(rows[0]?.data_directory ?? '', 'trades.copy'));
    await client.query(`copy trades to ${file}`);
    await client.query('truncate trades');
    const startedAt = performance.now();
    const { rowCount } = await client.query(`copy trades from ${file}`);
    const seconds = (performance.now() - startedAt) / 1_000;
    if (rowCount !== expected) throw new Error(`${rowCount} of ${expected} trades were stored`);
    return expected / seconds;
  } finally {
    await client.end();
  }
}

const ACCOUNT = { server: 'Bench', login: '1', account_type: 'demo', currency: 'USD' } as const;
const FIRST_OPENING = Date.UTC(2025, 0, 6);
const HOUR_MS = 3_600_000;

/** Closed trades an hour apart, winners and losers in turn. */
function tradeOf(number: number): TradeInput {
  const openedAt = FIRST_OPENING + number * HOUR_MS;
  const cents = (number % 2 === 0 ? 1 : -1) * (100 + (number % 5_000));
  return {
    position_ticket: String(10_000_000 + number),
    symbol: 'EURUSD',
    trade_type: number % 3 === 0 ? 'SELL' : 'BUY',
    volume: 0.1,
    digits: 5,
    open_price: 1.08214,
    close_price: 1.08643,
    stop_loss: 1.08,
    take_profit: 1.08643,
    opened_at: new Date(openedAt).toISOString(),
    closed_at: new Date(openedAt + HOUR_MS / 2).toISOString(),
    status: 'CLOSED',
    gross_profit: (cents + 70) / 100,
    commission: -0.7,
    swap: 0,
    fee: 0,
    profit: cents / 100,
    initial_risk: 22.1,
    decision_id: null,
    revision: 2,
  };
}
