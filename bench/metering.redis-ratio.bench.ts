import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { countWithin } from '../apps/api/src/http/rate-limit.ts';
import { systemClock } from '../apps/api/src/process/clock.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';
import { startRedis } from './redis.ts';

const CONNECTIONS = 8;
const USERS = 1_000;
const ROUND_MS = 2_000;
const ROUNDS = 3;
/** As many as the largest plan has a minute, so that no user of the run reaches it. */
const WIDE = { what: 'analyse', limit: 1_000, windowMs: 60_000 };
const NARROW = { what: 'narrow', limit: 300, windowMs: 60_000 };
const ASKED_AT_ONCE = 1_000;

/** The same rule in a script: no stretch of the window has more than the limit. */
const SCRIPT = `
  redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[2])
  if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[4])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 1`;

/** Calls that are counted against a sliding limit, by the service's own statement and by a script in Redis. */
export const benchmark: Benchmark = {
  name: 'metering.redis-ratio',
  title: 'calls counted a second by PostgreSQL, beside Redis',
  unit: 'calls/s',
  bar: { of: 'ratio', op: '>=', value: 0.3 },
  async run({ folder, onEnd }) {
    const redis = await startRedis({ folder, onEnd });
    const clients = await Promise.all(Array.from({ length: CONNECTIONS }, redis.connect));
    for (const { close } of clients) onEnd(close);
    const sha = String(await clients[0]?.ask('SCRIPT', 'LOAD', SCRIPT));
    let member = 0;
    const byRedis = async (at: number, user: string, { windowMs, limit }: typeof WIDE) => {
      member += 1;
      const numbers = [Date.now(), windowMs, limit, member].map(String);
      return (await clients[at]?.ask('EVALSHA', sha, '1', user, ...numbers)) === 1;
    };

    const postgres = await startPostgres({ fsync: true });
    onEnd(postgres.stop);
    const { db, close } = await connectPostgres(postgres.url);
    onEnd(close);
    await migrateToLatest(db);
    const byPostgres = async (_at: number, user: string, limit: typeof WIDE) =>
      (await countWithin({ db, clock: systemClock }, limit, user)) !== null;

    const exact = [await passed(byPostgres), await passed(byRedis)];
    if (exact.some((count) => count !== NARROW.limit))
      throw new Error(`of a limit of ${NARROW.limit}, ${exact.join(' and ')} were let through`);
    const rates: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const ours = await rateOf(byPostgres);
      const theirs = await rateOf(byRedis);
      // The first round fills caches and makes the rows.
      if (round === 0) continue;
      rates.ours.push(ours);
      rates.theirs.push(theirs);
    }
    const figure = median(rates.ours);
    const value = median(rates.theirs);
    return {
      figure,
      denominator: {
        value,
        what: 'the same rule as a script in Redis that writes nothing to the disk',
      },
      ratio: figure / value,
      note: `${USERS} users over ${CONNECTIONS} connections that wait for each answer, the middle of ${ROUNDS} rounds in turn; of ${ASKED_AT_ONCE} calls of one user exactly ${NARROW.limit} passed in both; PostgreSQL with fsync`,
    };
  },
};

type Count = (at: number, user: string, limit: typeof WIDE) => Promise<boolean>;

async function passed(count: Count): Promise<number> {
  const calls = Array.from({ length: ASKED_AT_ONCE }, (_, at) =>
    count(at % CONNECTIONS, 'one', NARROW),
  );
  return (await Promise.all(calls)).filter((through) => through).length;
}

async function rateOf(count: Count): Promise<number> {
  let calls = 0;
  const startedAt = performance.now();
  const client = async (at: number) => {
    while (performance.now() - startedAt < ROUND_MS) {
      await count(at, `user ${Math.floor(Math.random() * USERS)}`, WIDE);
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => client(at)));
  return (1_000 * calls) / (performance.now() - startedAt);
}
