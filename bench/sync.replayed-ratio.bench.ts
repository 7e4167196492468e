import { join } from 'node:path';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import pg from 'pg';
import { makeAccount, storageVariables } from '../tools/demo/make-account.ts';
import { signIn } from '../tools/demo/sign-in.ts';
import { freePort } from '../tools/free-port.ts';
import { startPostgres } from '../tools/postgres.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';
import { ACCOUNT, CONNECTIONS, ROWS_A_REQUEST, sendInBatches } from './synced-trades.ts';

const ROWS = 20_000;
/** More than the service counts through: from here on it keeps sums of the user's trades. */
const WARM_UP_ROWS = 25_000;

/**
 * Trades that come again, as after an answer that was lost, beside the same number of new ones: what is
 * there already costs less, and stays one row.
 */
export const benchmark: Benchmark = {
  name: 'sync.replayed-ratio',
  title: 'trades that are synced again a second, beside new ones',
  unit: 'rows/s',
  bar: { of: 'ratio', op: '>=', value: 1.1 },
  async run({ folder, onEnd }) {
    const postgres = await startPostgres({ fsync: true });
    onEnd(postgres.stop);
    const storage = { dataDir: join(folder, 'data'), databaseUrl: postgres.url };
    await makeAccount(storage, 'Elite');
    const service = await startService({
      port: await freePort(),
      dataDir: storage.dataDir,
      env: storageVariables(storage),
    });
    onEnd(service.stop);
    const { post } = await signIn(service.url);
    const send = (first: number, count: number) =>
      sendInBatches(
        (trades: TradeInput[]) => post(syncTrades.path, { account: ACCOUNT, trades }),
        first,
        count,
      );
    await send(0, WARM_UP_ROWS);
    const value = ROWS / (await send(WARM_UP_ROWS, ROWS));
    const figure = ROWS / (await send(WARM_UP_ROWS, ROWS));
    const stored = await countTrades(postgres.url);
    if (stored !== WARM_UP_ROWS + ROWS) throw new Error(`${stored} trades are stored`);
    return {
      figure,
      denominator: { value, what: 'new trades, right before' },
      ratio: figure / value,
      note: `${ROWS} trades, ${ROWS_A_REQUEST} a request, ${CONNECTIONS} connections, PostgreSQL with fsync; ${stored} rows before and after`,
    };
  },
};

async function countTrades(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: string }>('select count(*) from trades');
    return Number(rows[0]?.count);
  } finally {
    await client.end();
  }
}
