import type { UserId } from '@quorate/values/ids';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { partitionAll } from '../apps/api/src/db/partition/partition-tables.ts';
import type { Db } from '../apps/api/src/db/tables.ts';
import { findTrades } from '../apps/api/src/features/trades/trades.queries.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { Benchmark } from './benchmark.ts';
import { bytesARow, fillUsers } from './scale/fill.ts';

const USERS = 100;
const PARTITIONS = 32;
const PAGES = 1_000;
const FILLED = { users: USERS, tradesEach: 600, decisionsEach: 60 };

/** How much longer a page of trades takes once the tables are in partitions, and how fast they get there. */
export const benchmark: Benchmark = {
  name: 'scale.partitions',
  title: `a page of 50 trades of one of ${USERS} users, with the tables in ${PARTITIONS} partitions`,
  unit: 'ms',
  bar: { of: 'ratio', op: '<=', value: 1.5 },
  async run({ onEnd, say }) {
    const postgres = await startPostgres({ fsync: true });
    onEnd(postgres.stop);
    const database = await connectPostgres(postgres.url);
    onEnd(database.close);
    const { db } = database;
    await migrateToLatest(db);
    say('filling');
    await fillUsers(db, FILLED);
    const whole = await pageMs(db);
    say('partitioning');
    const startedAt = performance.now();
    await partitionAll(db, PARTITIONS, () => {});
    const seconds = (performance.now() - startedAt) / 1_000;
    const parts = await pageMs(db);
    const rows = USERS * (FILLED.tradesEach + FILLED.decisionsEach * 5);
    const tables = ['trades', 'decisions', 'votes', 'record_entries'];
    const sizes: string[] = [];
    for (const table of tables) sizes.push(`${table} ${Math.round(await bytesARow(db, table))}`);
    return {
      figure: parts,
      denominator: { value: whole, what: 'the same page from tables in one piece' },
      ratio: parts / whole,
      note: `middle of ${PAGES} pages; ${rows} rows were copied, compared and swapped in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} a second; bytes a row with its indexes: ${sizes.join(', ')}`,
    };
  },
};

async function pageMs(db: Db): Promise<number> {
  const times: number[] = [];
  const page = { limit: 50, offset: 0, sortBy: 'trade_time', sortOrder: 'desc' } as const;
  for (let at = 0; at < PAGES; at += 1) {
    const id = String((at % USERS) + 1).padStart(12, '0');
    const userId = `00000000-0000-4000-8000-${id}` as UserId;
    const startedAt = performance.now();
    await findTrades(db, { userId, range: { from: null, to: null } }, page);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[PAGES / 2] ?? Number.NaN;
}
