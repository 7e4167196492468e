import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../../../src/db/in-transaction.ts';
import type { Db } from '../../../src/db/tables.ts';
import { until, within } from '../../helpers/until.ts';
import { COMMAND_STEPS, type CommandStep, type createCommands } from './close-everything.ts';
import type { HostedFleet } from './hosted-fleet.ts';
import type { RunnerChild } from './runner-child.ts';

/**
 * Where in a bar a runner stands when it is killed: about to write into that table, just after a commit, with a
 * position open, with an order that the next bar fills, anywhere.
 */
const STEPS = [
  'decisions',
  'trades',
  'floor_reports',
  'bots',
  'kept',
  'open',
  'on its way',
  'anywhere',
] as const;
type Step = (typeof STEPS)[number] | CommandStep;

const STANDS_MS = 20_000;

/**
 * Kills the runner that holds the accounts, again and again, and starts another one each time.
 *
 * @param options.patient every so many kills the others are left to find out by themselves: after 10 s
 * @param options.commands owners who have everything closed: runners are killed at each step of that, too
 * @param options.start starts another one; a lone runner by default
 * @returns times in milliseconds that accounts were without a runner when found out like that, and how often a
 *   runner was killed where it was meant to stand
 */
export async function killRunners(
  fleet: HostedFleet,
  options: Readonly<{
    kills: number;
    patient: number;
    commands?: ReturnType<typeof createCommands>;
    start?: () => Promise<RunnerChild>;
    say?: (line: string) => void;
  }>,
) {
  const { kills, patient, commands, start = () => fleet.runner(), say } = options;
  let [holder, next]: RunnerChild[] = [await start(), await start()];
  const takenOverMs: number[] = [];
  const stood: Partial<Record<Step, number>> = {};
  const faults: string[] = [];
  const steps: readonly Step[] = commands ? [...STEPS, ...COMMAND_STEPS] : STEPS;
  for (let kill = 0; kill < kills; kill += 1) {
    if (!holder || !next) throw new Error('no runner');
    if ((await fleet.heldBy(next.id)) > (await fleet.heldBy(holder.id)))
      [holder, next] = [next, holder];
    const { id } = holder;
    await until(async () => (await fleet.heldBy(id)) > 0, 60_000);
    const step = steps[kill % steps.length] ?? 'anywhere';
    const isCommand = (COMMAND_STEPS as readonly Step[]).includes(step);
    const stands = isCommand
      ? await commands?.killAt(holder, step as CommandStep)
      : await killAt(fleet.db, holder, step);
    if (stands) stood[step] = (stood[step] ?? 0) + 1;
    faults.push(...holder.faults);
    const isPatient = kill % patient === 0;
    if (!isPatient) await fleet.db.deleteFrom('hosted_runners').where('id', '=', id).execute();
    const ms = await fleet.takenOver(id);
    if (isPatient) takenOverMs.push(ms);
    say?.(
      `kill ${kill + 1} ${stands ? 'at' : 'before it stood at'} ${step}: taken over in ${Math.round(ms)} ms`,
    );
    if (commands && !(await commands.goOn())) faults.push('a command was not done');
    [holder, next] = [next, await start()];
  }
  return { takenOverMs, longestMs: Math.max(0, ...takenOverMs), stood, faults };
}

/** @returns whether it stood there in time; it is killed in any case */
async function killAt(db: Db, runner: RunnerChild, step: Step): Promise<boolean> {
  switch (step) {
    case 'anywhere':
      await sleep(Math.random() * 700);
      await runner.kill();
      return true;
    case 'kept': {
      // Of all together: one that waits in real time has the newest bar of all.
      const newest = async () => {
        const { rows } = await sql<{ at: string }>`
          select sum(extract(epoch from bar_at)) as at from hosted_accounts where runner_id = ${runner.id}
        `.execute(db);
        return rows[0]?.at;
      };
      const before = await newest();
      const moved = await within(async () => (await newest()) !== before, STANDS_MS);
      await runner.kill();
      return moved !== null;
    }
    case 'open':
      return killWhile(db, runner, 'open_positions > 0');
    case 'on its way':
      return killWhile(db, runner, "json_array_length(state -> 'account' -> 'waiting') > 0");
    default:
      return inTransaction(db, async (tx) => {
        await sql`lock table ${sql.table(step)} in share mode`.execute(tx);
        const stands = await within(async () => {
          const { rows } = await sql`
            select from pg_locks where not granted and relation = ${step}::regclass`.execute(tx);
          return rows.length > 0;
        }, STANDS_MS);
        await runner.kill();
        return stands !== null;
      });
  }
}

/** Kills it while an account of its is so: nothing of any account is stored between the look and the kill. */
async function killWhile(db: Db, runner: RunnerChild, condition: string): Promise<boolean> {
  const isSo = async (handle: Db) => {
    const { rows } = await sql`
      select from hosted_accounts where runner_id = ${runner.id} and ${sql.raw(condition)} limit 1
    `.execute(handle);
    return rows.length > 0;
  };
  const stands = await within(async () => {
    if (!(await isSo(db))) return false;
    return inTransaction(db, async (tx) => {
      await sql`lock table hosted_accounts in share mode`.execute(tx);
      if (!(await isSo(tx))) return false;
      await runner.kill();
      return true;
    });
  }, STANDS_MS);
  if (stands === null) await runner.kill();
  return stands !== null;
}
