import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../../../src/db/in-transaction.ts';
import type { Db } from '../../../src/db/tables.ts';
import { until } from '../../helpers/until.ts';
import type { HostedFleet } from './hosted-fleet.ts';
import type { RunnerChild } from './runner-child.ts';

/** Where in a bar a runner stands when it is killed: about to write into that table, just after a commit, anywhere. */
export const STEPS = ['decisions', 'trades', 'floor_reports', 'bots', 'kept', 'anywhere'] as const;
export type Step = (typeof STEPS)[number];

const STANDS_MS = 10_000;

/**
 * Kills the runner that holds the accounts, again and again, and starts another one each time.
 *
 * @param options.patient every so many kills the others are left to find out by themselves: after 10 s
 * @returns the longest time, in milliseconds, that accounts were without a runner when found out like that, and how
 *   often a runner was killed where it was meant to stand
 */
export async function killRunners(
  fleet: HostedFleet,
  options: Readonly<{ kills: number; patient: number; say?: (line: string) => void }>,
) {
  let [holder, next]: RunnerChild[] = [await fleet.runner(), await fleet.runner()];
  let longestMs = 0;
  const stood: Record<Step, number> = {
    decisions: 0,
    trades: 0,
    floor_reports: 0,
    bots: 0,
    kept: 0,
    anywhere: 0,
  };
  const faults: string[] = [];
  for (let kill = 0; kill < options.kills; kill += 1) {
    if (!holder || !next) throw new Error('no runner');
    if ((await fleet.heldBy(next.id)) > (await fleet.heldBy(holder.id)))
      [holder, next] = [next, holder];
    const { id } = holder;
    await until(async () => (await fleet.heldBy(id)) > 0, 60_000);
    const step = STEPS[kill % STEPS.length] ?? 'anywhere';
    if (await killAt(fleet.db, holder, step)) stood[step] += 1;
    faults.push(...holder.faults);
    const isPatient = kill % options.patient === 0;
    if (!isPatient) await fleet.db.deleteFrom('hosted_runners').where('id', '=', id).execute();
    const ms = await fleet.takenOver(id);
    if (isPatient) longestMs = Math.max(longestMs, ms);
    options.say?.(`kill ${kill + 1} at ${step}: taken over in ${Math.round(ms)} ms`);
    [holder, next] = [next, await fleet.runner()];
  }
  return { longestMs, stood, faults };
}

/** @returns whether it stood there in time; it is killed in any case */
async function killAt(db: Db, runner: RunnerChild, step: Step): Promise<boolean> {
  if (step === 'anywhere') {
    await sleep(Math.random() * 700);
    await runner.kill();
    return true;
  }
  if (step === 'kept') {
    const newest = async () =>
      (
        await db
          .selectFrom('hosted_accounts')
          .select((eb) => eb.fn.max('bar_at').as('at'))
          .where('runner_id', '=', runner.id)
          .executeTakeFirst()
      )?.at?.getTime();
    const before = await newest();
    const moved = await until(async () => (await newest()) !== before, STANDS_MS).catch(
      () => false,
    );
    await runner.kill();
    return moved;
  }
  return inTransaction(db, async (tx) => {
    await sql`lock table ${sql.table(step)} in share mode`.execute(tx);
    const stands = await until(async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and relation = ${step}::regclass`.execute(tx);
      return rows.length > 0;
    }, STANDS_MS).catch(() => false);
    await runner.kill();
    return stands;
  });
}
