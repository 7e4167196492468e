import { join } from 'node:path';
import type { HostedSettings } from '@quorate/contract/hosted-accounts';
import { sql } from 'kysely';
import { connectPostgres } from '../apps/api/src/db/connect.ts';
import { migrateToLatest } from '../apps/api/src/db/migrate.ts';
import { createCommands, differences } from '../apps/api/test/chaos/helpers/close-everything.ts';
import { hostedFleet, type Member } from '../apps/api/test/chaos/helpers/hosted-fleet.ts';
import { killRunners } from '../apps/api/test/chaos/helpers/kill-runners.ts';
import { startPostgres } from '../tools/postgres.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

/** BENCH_KILLS makes it shorter. */
const KILLS = Number(process.env.BENCH_KILLS ?? 100);
/** Beside them, of whole copies of the service. */
const COPY_KILLS = Math.ceil(KILLS / 10);
/** Most of the time is waiting: so many fleets are killed at once, each on a database of its own. */
const FLEETS = 2;
const WITHIN_MS = 15_000;
/** Of each kind so many are left alone by their owners, and as many are not. */
const EACH = 2;

const KINDS: readonly Partial<HostedSettings>[] = [
  { symbols: ['EURUSD.practice'], timeframes: ['M15'] },
  { symbols: ['GBPUSD.practice'], timeframes: ['H1', 'M15'] },
  { symbols: ['AUDUSD.practice'], timeframes: ['M30'] },
];

/**
 * Kills the runner of hosted accounts on PostgreSQL at every step of a bar and of a command to close everything, and
 * lets the others find out by themselves; then compares what is stored with accounts that nobody disturbed.
 */
export const benchmark: Benchmark = {
  name: 'chaos.hosted-runners',
  title: `trades and decisions of hosted accounts lost, doubled or different, commands not done once, and takeovers beyond 15 s, in ${KILLS} kills of a runner and ${COPY_KILLS} of a copy of the service`,
  unit: 'faults',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run(context) {
    const postgres = await startPostgres({ fsync: true });
    context.onEnd(postgres.stop);
    const runs = Array.from({ length: FLEETS }, (_, at) => ({
      name: `runners_${at + 1}`,
      kills: Math.ceil((KILLS - at) / FLEETS),
      days: 14 + Math.ceil(KILLS / 2),
      copies: false,
    }));
    const copies = { name: 'copies', kills: COPY_KILLS, days: 14 + 2 * COPY_KILLS, copies: true };
    const results = await Promise.all(runs.map((run) => killFleet(context, postgres.url, run)));
    results.push(await killFleet(context, postgres.url, copies));
    const faults = results.flatMap((result) => result.faults);
    for (const line of faults.slice(0, 40)) context.say(line);
    const sum = (of: (result: Outcome) => number) =>
      results.reduce((total, result) => total + of(result), 0);
    const times = results.flatMap(({ takenOverMs }) => takenOverMs).toSorted((a, b) => a - b);
    const stood = new Map<string, number>();
    for (const result of results)
      for (const [step, count] of Object.entries(result.stood))
        stood.set(step, (stood.get(step) ?? 0) + count);
    const seconds = (ms = Number.NaN) => `${(ms / 1_000).toFixed(1)} s`;
    return {
      figure: faults.length,
      note: `${sum(({ accounts }) => accounts)} accounts with ${sum(({ trades }) => trades)} trades and ${sum(({ decisions }) => decisions)} decisions, ${sum(({ commands }) => commands)} commands to close everything; traded elsewhere after ${seconds(times[Math.floor(times.length / 2)])} in the middle and ${seconds(times.at(-1))} at most; killed at: ${[...stood].map(([step, count]) => `${step} ${count}`).join(', ')}`,
    };
  },
};

type Outcome = Awaited<ReturnType<typeof killFleet>>;

async function killFleet(
  { say, onEnd, folder }: BenchContext,
  adminUrl: string,
  run: Readonly<{
    name: string;
    kills: number;
    days: number;
    copies: boolean;
  }>,
) {
  const fleet = await hostedFleet({ after: onEnd }, await databaseOf(adminUrl, run.name), {
    days: run.days,
    fastHourMs: 1_000,
  });
  const told = (line: string) => say(`${run.name}: ${line}`);
  const twins: string[] = [];
  for (const kind of KINDS) {
    const { id, history } = await fleet.undisturbed(kind);
    told(`undisturbed: ${history.trades.length} trades, ${history.decisions.length} decisions`);
    twins.push(id);
  }
  const twinOf = new Map<Member, string>();
  const left: Member[] = [];
  const commanded: Member[] = [];
  for (const [at, kind] of KINDS.entries()) {
    const members = await fleet.begin(2 * EACH, kind);
    for (const member of members) twinOf.set(member, twins[at] ?? '');
    left.push(...members.slice(EACH));
    commanded.push(...members.slice(0, EACH));
  }
  const commands = createCommands(fleet, commanded);
  const { takenOverMs, stood, faults } = await killRunners(fleet, {
    kills: run.kills,
    patient: 1,
    commands,
    ...(run.copies && { start: () => fleet.copy(join(folder, run.name)) }),
    say: told,
  });
  await fleet.killAll();
  let [trades, decisions] = [0, 0];
  for (const [member, twin] of twinOf) {
    const upTo = await fleet.barOf(member);
    const [actual, expected] = [
      await fleet.historyOf(member.id, upTo),
      await fleet.historyOf(twin, upTo),
    ];
    if (left.includes(member)) faults.push(...differences(actual, expected));
    trades += actual.trades.length;
    decisions += actual.decisions.length;
  }
  faults.push(...(await commands.wrong((member) => twinOf.get(member) ?? '')));
  faults.push(...(await fleet.wrongBooks()).map((id) => `the books of ${id} are wrong`));
  for (const ms of takenOverMs)
    if (ms > WITHIN_MS) faults.push(`taken over after ${Math.round(ms)} ms`);
  return {
    accounts: twinOf.size,
    trades,
    decisions,
    commands: commands.given.length,
    takenOverMs,
    stood,
    faults: faults.map((line) => `${run.name}: ${line}`),
  };
}

/** @returns address of a new database at the newest schema */
async function databaseOf(adminUrl: string, name: string): Promise<string> {
  const admin = await connectPostgres(adminUrl);
  await sql`create database ${sql.id(name)}`.execute(admin.db);
  await admin.close();
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const empty = await connectPostgres(url.href);
  await migrateToLatest(empty.db);
  await empty.close();
  return url.href;
}
