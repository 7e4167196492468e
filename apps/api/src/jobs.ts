/** Work that repeats. A job may run on every service at once, so each is safe to run twice. */
export type Job = { name: string; everyMs: number; run(): Promise<unknown> };

export type JobLog = { error(details: { err: unknown; job: string }, message: string): void };

export type RunningJobs = {
  /** Runs one now instead of at its next turn. */
  poke(name: string): void;
  /** Lets what runs finish and starts nothing more. */
  stop(): Promise<void>;
};

export function startJobs(jobs: readonly Job[], log: JobLog): RunningJobs {
  const runners = new Map(jobs.map((job) => [job.name, startJob(job, log)]));
  return {
    poke: (name) => runners.get(name)?.poke(),
    stop: async () => {
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
}

function startJob(job: Job, log: JobLog) {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  const runOnce = async () => {
    do {
      again = false;
      try {
        await job.run();
      } catch (err) {
        log.error({ err, job: job.name }, 'a job failed; it runs again at its next turn');
      }
    } while (again && !stopped);
  };
  const turn = () => {
    if (stopped) return;
    again = running !== undefined;
    running ??= runOnce().finally(() => {
      running = undefined;
    });
  };
  const timer = setInterval(turn, job.everyMs);
  return {
    poke: turn,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
