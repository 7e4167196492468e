import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { planByName } from '@quorate/contract/plans';
import { idOf, type UserId } from '@quorate/values/ids';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { createTokens } from '../apps/api/src/features/usage/metering.ts';
import { AppError } from '../apps/api/src/http/app-error.ts';
import { systemClock } from '../apps/api/src/process/clock.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { Benchmark } from './benchmark.ts';

const CONNECTIONS = 8;
const MEASURED_MS = 8_000;
const TOKENS = 1_000;
/** Not a whole number of calls, so that the last tokens must stay. */
const LIMIT = 1_000 * TOKENS + 777;
const USER = idOf<UserId>('01900000-0000-7000-8000-000000000001');

/**
 * Calls of one user that set tokens aside and settle them, from eight connections at once, beside what the
 * disk takes of single writes: the row of that user is what all of them wait for. Each round ends with the
 * limit reached, which no call may pass.
 */
export const benchmark: Benchmark = {
  name: 'metering.hot-user',
  title: 'metered calls of one user a second, beside writes to the disk',
  unit: 'calls/s',
  bar: { of: 'ratio', op: '>=', value: 0.5 },
  async run({ folder, onEnd }) {
    const postgres = await startPostgres({ fsync: true });
    onEnd(postgres.stop);
    const database = await connectPostgres(postgres.url);
    onEnd(database.close);
    const { db } = database;
    await migrateToLatest(db);
    const now = Date.now();
    await db
      .insertInto('users')
      .values({
        id: USER,
        username: 'hot',
        username_key: 'hot',
        email: 'hot@example.com',
        email_key: 'hot@example.com',
        password_hash: null,
        created_at: new Date(now),
      })
      .execute();
    const plan = planByName('Free');
    const tokens = createTokens({ db, clock: systemClock });
    let rounds = 0;
    let calls = 0;
    const before = syncsPerSecond(folder);
    const startedAt = performance.now();
    while (performance.now() - startedAt < MEASURED_MS) {
      const cycle = { start: new Date(now + rounds), end: new Date(now + 86_400_000) };
      const entitled = {
        plan: { ...plan, granted: { ...plan.granted, tokens: LIMIT } },
        source: 'free' as const,
        cycle,
        overdue: null,
      };
      const call = async (): Promise<boolean> => {
        const held = await tokens.reserve(USER, entitled, TOKENS).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'token_limit_reached') return null;
          throw error;
        });
        await held?.settle(db, TOKENS);
        return held !== null;
      };
      const client = async () => {
        while (await call()) calls += 1;
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, client));
      rounds += 1;
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    const spent = await db
      .selectFrom('token_usage')
      .select(({ fn }) => [
        fn.max('tokens_used').as('most'),
        fn.sum<string>('tokens_used').as('all'),
      ])
      .where('user_id', '=', USER)
      .executeTakeFirstOrThrow();
    if (Number(spent.most) > LIMIT || Number(spent.all) !== calls * TOKENS)
      throw new Error(`${spent.all} tokens of ${calls} calls, at most ${spent.most} in a cycle`);
    const value = (before + syncsPerSecond(folder)) / 2;
    const figure = calls / seconds;
    return {
      figure,
      denominator: { value, what: '8 kB written and synced to the same disk' },
      ratio: figure / value,
      note: `${calls} calls over ${rounds} limits of ${LIMIT} tokens from ${CONNECTIONS} connections, each set aside and settled; overspent 0; PostgreSQL with fsync`,
    };
  },
};

/** How often a second the disk takes a block for good. */
function syncsPerSecond(folder: string): number {
  const file = openSync(join(folder, 'synced'), 'w');
  const block = Buffer.alloc(8_192, 1);
  const startedAt = performance.now();
  let count = 0;
  while (performance.now() - startedAt < 2_000) {
    writeSync(file, block, 0, block.length, 0);
    fdatasyncSync(file);
    count += 1;
  }
  closeSync(file);
  return (1_000 * count) / (performance.now() - startedAt);
}
