import { createJobOutcomes, type JobTurn } from './jobs/job-outcomes.ts';
import { createJobSchedule } from './jobs/job-schedule.ts';
import type { JobTurns } from './jobs/job-turns.ts';

/**
 * Work that repeats, done by one copy of the service at a time. The next turn may come late, and one whose
 * copy died comes again: each is safe to run twice.
 */
export type Job = {
  name: string;
  everyMs: number;
  run: () => Promise<unknown>;
  /** Every copy does it, each at this pace: it shares its work by locking rows. */
  everywhere?: true;
};

export type JobLog = {
  warn: (details: { err: unknown }, message: string) => void;
};

type JobsDeps = Readonly<{
  turns: JobTurns;
  log: JobLog;
}>;

export type RunningJobs = {
  /** Lets what runs finish, starts nothing more, and leaves the jobs to other copies. */
  stop: () => Promise<void>;
};

/** A turn that takes longer hangs: another copy may take the job. */
const HANGS_AFTER_MS = 15 * 60_000;

/** Takes what no other copy of the service does, and runs each job at its own pace. */
export function startJobs(jobs: readonly Job[], { turns, log }: JobsDeps): RunningJobs {
  const outcomes = createJobOutcomes();
  const all = jobs.map((job) => ({ job, schedule: createJobSchedule(job.everyMs, turnOf(job)) }));
  const names = all.map(({ job }) => job.name);
  const shared = all.filter(({ job }) => !job.everywhere);
  let stopping = false;
  let added = false;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function turnOf(job: Job) {
    return async (nextAt: () => number): Promise<void> => {
      const startedAt = performance.now();
      let fault: JobTurn['fault'] = null;
      try {
        await job.run();
      } catch (error) {
        // Whoever has turns told (telemetry) has it in the log as well.
        fault = { error };
      }
      outcomes.add({
        job: job.name,
        startedAt,
        finishedAt: performance.now(),
        nextAt: nextAt(),
        fault,
      });
      // The next turn of a rare job must stay known if this process dies now; frequent ones wait for others.
      if (job.everyMs > turns.leaseMs) await save();
    };
  }

  async function save(): Promise<void> {
    await outcomes
      .flush((ended) => turns.save(ended))
      .catch((err: unknown) => log.warn({ err }, 'outcomes of jobs could not be saved; kept'));
  }

  async function look(): Promise<void> {
    if (!added) await turns.add(jobs);
    added = true;
    const askedAt = performance.now();
    const hanging = (since: number | null) => since !== null && askedAt - since > HANGS_AFTER_MS;
    const asked = shared.filter(({ schedule }) => !hanging(schedule.runsSince()));
    const held = new Map(
      (await turns.take(asked.map(({ job }) => job.name))).map((row) => [row.name, row.due_in_ms]),
    );
    if (stopping) return;
    for (const { job, schedule } of shared) {
      const dueInMs = held.get(job.name);
      // Counted from before it was asked: here a lease never ends later than in the database.
      if (dueInMs === undefined) schedule.lose();
      else schedule.hold(askedAt + turns.leaseMs, dueInMs);
    }
    await save();
  }

  function lookAgain(): void {
    looking = look().catch((err: unknown) => {
      log.warn({ err }, 'jobs wait: which of them are free could not be read from the database');
    });
    void looking.then(() => {
      if (!stopping) timer = setTimeout(lookAgain, turns.renewMs);
    });
  }

  for (const { job, schedule } of all) {
    if (job.everywhere) schedule.hold(Number.POSITIVE_INFINITY, job.everyMs);
  }
  if (all.length > 0) lookAgain();

  return {
    async stop() {
      stopping = true;
      clearTimeout(timer);
      for (const { schedule } of all) schedule.lose();
      await looking;
      const release = (of: string[]) =>
        turns
          .release(of)
          .catch((err: unknown) =>
            log.warn({ err }, 'jobs are left to others when their time is over'),
          );
      const done = all.filter(({ schedule }) => schedule.runsSince() === null);
      if (done.length > 0) await release(done.map(({ job }) => job.name));
      await Promise.all(all.map(({ schedule }) => schedule.idle()));
      await save();
      if (done.length < all.length) await release(names);
    },
  };
}
