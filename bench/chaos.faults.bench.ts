import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { differences } from '../apps/api/test/chaos/helpers/close-everything.ts';
import { hostedFleet, type Member } from '../apps/api/test/chaos/helpers/hosted-fleet.ts';
import { judge, verifiedDecisions } from '../apps/api/test/chaos/helpers/judge.ts';
import { type FaultProxy, startFaultProxy } from '../apps/api/test/helpers/fault-proxy.ts';
import { setRoleLimits } from '../apps/api/test/helpers/role-limits.ts';
import { type OwnPostgres, startOwnPostgres } from '../tools/postgres/own-server.ts';
import { type PgBouncer, startPgBouncer } from '../tools/postgres/pgbouncer.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';
import { startTwoCopies, type TwoCopies } from './chaos/two-copies.ts';

/** BENCH_TURNS makes it shorter: how often each fault strikes. */
const TURNS = Number(process.env.BENCH_TURNS ?? 5);
const CALM_MS = 1_500;
/** Longer than anything the service waits for a database that says nothing. */
const DARK_MS = 8_000;
const RECOVERED_WITHIN_MS = 60_000;
const LATENCY_MS = 200;
/** Accounts that the copies trade while they are broken, over more of the market than they get through meanwhile. */
const HOSTED = { accounts: 4, days: 45 };

type Stage = TwoCopies &
  Readonly<{ postgres: OwnPostgres; proxy: FaultProxy; pooler: PgBouncer | null }>;

/** What breaks, and how; everything works again when it returns. */
const FAULTS: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'a copy is killed (kill -9), one after the other': async (stage) => {
    for (const at of [0, 1]) await stage.again(at, 'kill');
  },
  'rolling restart (SIGTERM)': async (stage) => {
    for (const at of [0, 1]) await stage.again(at, 'stop');
  },
  'both copies are killed at once': async (stage) => {
    await Promise.all([stage.again(0, 'kill'), stage.again(1, 'kill')]);
  },
  'PostgreSQL is killed': async ({ postgres }) => {
    await postgres.stop('immediate');
    await postgres.start();
  },
  'PostgreSQL restarts': async ({ postgres }) => {
    await postgres.stop('fast');
    await postgres.start();
  },
  'every connection to the database is reset': async ({ proxy }) => proxy.reset(),
  'the database refuses connections': async ({ proxy }) => {
    proxy.set({ kind: 'refuse' });
    await sleep(DARK_MS / 4);
    proxy.set({ kind: 'none' });
  },
  'the network swallows everything': async ({ proxy }) => {
    proxy.set({ kind: 'hang' });
    await sleep(DARK_MS);
    proxy.set({ kind: 'none' });
  },
  'the database is 200 ms away': async ({ proxy }) => {
    proxy.set({ kind: 'latency', ms: LATENCY_MS });
    await sleep(DARK_MS / 4);
    proxy.set({ kind: 'none' });
  },
};

const POOLER_FAULTS: typeof FAULTS = {
  'the pooler is killed': async ({ pooler }) => pooler?.killAndStart(),
};

/**
 * Breaks what two copies of the service stand on while bots and people write, and compares what is stored with what was
 * answered. BENCH_PROGRAM names the program that the copies run, such as that of a release.
 */
export const benchmark: Benchmark = {
  name: 'chaos.faults',
  title: `writes lost or doubled, and answers that cannot be tried again, over ${Object.keys(FAULTS).length} faults and behind a pooler, each ${TURNS} times`,
  unit: 'writes',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run(context) {
    const results = [await strikeAll(context, false), await strikeAll(context, true)];
    const rows = results.flatMap((result) => result?.rows ?? []);
    return {
      figure: results.reduce((bad, result) => bad + (result?.bad ?? 0), 0),
      note: results.map((result) => result?.note ?? 'no PgBouncer is found').join('. '),
      table: {
        head: [
          'Database',
          'Fault',
          'Answered',
          'Connections broken',
          '503, to be tried again',
          'Other refusals',
          'Lost',
          'Doubled',
          'Longest without an answer, s',
        ],
        rows,
      },
    };
  },
};

/** @returns null where a pooler is asked for and none is installed */
async function strikeAll(context: BenchContext, isPooled: boolean) {
  const postgres = await startOwnPostgres();
  if (!postgres) throw new Error('no PostgreSQL is found on this machine');
  context.onEnd(() => postgres.remove());
  await setRoleLimits(postgres.url);
  const proxy = await startFaultProxy({ port: Number(new URL(postgres.url).port) });
  context.onEnd(proxy.close);
  const direct = proxy.through(postgres.url);
  await migrate(postgres.url);
  const hosted = await startHosted(context, postgres.url);
  // It would not ask a PostgreSQL that has restarted for 15 s.
  const pooler = isPooled ? await startPgBouncer(direct, ['server_login_retry = 1']) : null;
  if (isPooled && !pooler) return null;
  if (pooler) context.onEnd(() => pooler.remove());
  const where = pooler?.version ?? 'PostgreSQL';
  const copies = await startTwoCopies(
    mkdtempSync(join(context.folder, 'copies-')),
    pooler ? { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct } : { DATABASE_URL: direct },
  );
  context.onEnd(() => copies.stop());
  const stage: Stage = { ...copies, postgres, proxy, pooler };
  const faults = { ...FAULTS, ...(pooler && POOLER_FAULTS) };
  const rows: string[][] = [];
  let bad = 0;
  for (const [name, strike] of Object.entries(faults)) {
    const row = await under(stage, strike, context);
    bad += row.lost + row.doubled + row.final;
    rows.push([
      where,
      name,
      ...[row.answered, row.broken, row.retryable, row.final, row.lost, row.doubled].map(String),
      (row.silentMs / 1_000).toFixed(1),
    ]);
    context.say(rows.at(-1)?.join(' | ') ?? '');
  }
  const records = await verifiedDecisions(copies.url(0), copies.token);
  await copies.stop();
  const traded = await hosted.compare();
  for (const line of traded.faults.slice(0, 20)) context.say(line);
  const { known, lanes } = copies;
  return {
    rows,
    bad: bad + traded.faults.length,
    note: `${where}: two copies, ${lanes.length} clients, ${known.writes} answers with ${known.tickets.size} trades and ${known.decisions.size} decisions; the record of ${records} decisions is whole; ${HOSTED.accounts} hosted accounts with ${traded.trades} trades and ${traded.decisions} decisions, ${traded.faults.length} different from one that nobody disturbed`,
  };
}

async function migrate(url: string): Promise<void> {
  const empty = await connectPostgres(url);
  await migrateToLatest(empty.db);
  await empty.close();
}

/** Hosted accounts for the copies to trade, and what one trades that nobody disturbs. */
async function startHosted({ onEnd }: BenchContext, url: string) {
  const { days, accounts } = HOSTED;
  const fleet = await hostedFleet({ after: onEnd }, url, { days, fastHourMs: 0 });
  const twin = await fleet.undisturbed();
  const members: readonly Member[] = await fleet.begin(accounts);
  return {
    async compare() {
      let [trades, decisions] = [0, 0];
      const faults = (await fleet.wrongBooks()).map((id) => `the books of ${id} are wrong`);
      for (const member of members) {
        const upTo = await fleet.barOf(member);
        const actual = await fleet.historyOf(member.id, upTo);
        faults.push(...differences(actual, await fleet.historyOf(twin.id, upTo)));
        trades += actual.trades.length;
        decisions += actual.decisions.length;
      }
      return { faults, trades, decisions };
    },
  };
}

/** Has every client write while a fault strikes again and again, and then until each was answered. */
async function under(stage: Stage, strike: (stage: Stage) => Promise<void>, { say }: BenchContext) {
  const { known, lanes, client } = stage;
  const before = { writes: known.writes, faults: known.faults.length };
  let over = false;
  let broken = 0;
  let silentMs = 0;
  let answeredAt = performance.now();
  const working = lanes.map(async (lane) => {
    for (;;) {
      const faults = known.faults.length;
      const isAnswered = (await lane(client)) === 'answered';
      if (isAnswered) {
        silentMs = Math.max(silentMs, performance.now() - answeredAt);
        answeredAt = performance.now();
        if (over) return;
        continue;
      }
      if (known.faults.length === faults) broken += 1;
      if (over && performance.now() - answeredAt > RECOVERED_WITHIN_MS)
        throw new Error('nothing was answered for a minute after the fault');
      await sleep(50);
    }
  });
  const all = Promise.all(working);
  all.catch(() => {});
  for (let turn = 0; turn < TURNS; turn += 1) {
    await sleep(CALM_MS);
    await strike(stage);
  }
  await sleep(CALM_MS);
  over = true;
  await all;
  const faults = known.faults.slice(before.faults);
  const final = faults.filter((fault) => !/^[\w-]+: 503 .*service_unavailable/.test(fault));
  for (const line of final.slice(0, 5)) say(line);
  const database = await connectPostgres(stage.postgres.url);
  const { lost, doubled } = await judge(database.db, known).finally(database.close);
  for (const line of [...lost, ...doubled].slice(0, 5)) say(line);
  return {
    answered: known.writes - before.writes,
    broken,
    retryable: faults.length - final.length,
    final: final.length,
    lost: lost.length,
    doubled: doubled.length,
    silentMs,
  };
}
