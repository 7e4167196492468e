import { createJobOutcomes, type JobTurn } from './jobs/job-outcomes.ts';
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

/** When one job runs on this copy of the service; times are those of `performance.now()`. */
type JobSchedule = Readonly<{
  /** It may begin turns until then; where it was not held before, the first is due in `dueInMs`. */
  hold(until: number, dueInMs: number): void;
  /** Begins no more turns. One that runs goes on. */
  lose(): void;
  /** When the turn began that runs now; null: none does. */
  runsSince(): number | null;
  /** Settles once nothing runs. */
  idle(): Promise<void>;
}>;

/** Node takes a longer one for 1 ms. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Runs a job at its own pace while it is held. A turn that is due while the one before still runs is left
 * out. @param run never rejects; it is told when the next turn will be
 */
function createJobSchedule(
  everyMs: number,
  run: (nextAt: () => number) => Promise<void>,
): JobSchedule {
  let heldUntil = Number.NEGATIVE_INFINITY;
  let dueAt = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: { since: number; done: Promise<void> } | null = null;

  function arm(): void {
    clearTimeout(timer);
    const waitMs = Math.min(Math.max(0, dueAt - performance.now()), LONGEST_TIMEOUT_MS);
    timer = setTimeout(begin, waitMs);
  }

  function begin(): void {
    timer = undefined;
    const since = performance.now();
    // A process that was stopped for a while finds here that its time is over.
    if (running || since >= heldUntil) return;
    if (since < dueAt) {
      arm();
      return;
    }
    const done = run(() => nextAfter(since)).finally(() => {
      running = null;
      dueAt = nextAfter(since);
      if (performance.now() < heldUntil) arm();
    });
    running = { since, done };
  }

  function nextAfter(since: number): number {
    const turns = Math.max(1, Math.ceil((performance.now() - since) / everyMs));
    return since + turns * everyMs;
  }

  return {
    hold(until, dueInMs) {
      const now = performance.now();
      const again = now >= heldUntil || (!timer && !running);
      heldUntil = until;
      if (!again) return;
      dueAt = now + Math.min(Math.max(0, dueInMs), everyMs);
      if (!running) arm();
    },
    lose() {
      heldUntil = Number.NEGATIVE_INFINITY;
      clearTimeout(timer);
      timer = undefined;
    },
    runsSince: () => running?.since ?? null,
    idle: async () => {
      await running?.done;
    },
  };
}
