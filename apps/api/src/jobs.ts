/** Work that repeats. A job may run on every service at once, so each is safe to run twice. */
export type Job = { name: string; everyMs: number; run: () => Promise<unknown> };

export type JobLog = {
  error: (details: { err: unknown; job: string }, message: string) => void;
};

export type RunningJobs = {
  /** Lets what runs finish and starts nothing more. */
  stop: () => Promise<void>;
};

/** Runs each job at its own pace. A job that is still running when its turn comes skips the turn. */
export function startJobs(jobs: readonly Job[], log: JobLog): RunningJobs {
  const stops = jobs.map((job) => startJob(job, log));
  return {
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function startJob(job: Job, log: JobLog): () => Promise<void> {
  let running: Promise<void> | undefined;

  const runOnce = async () => {
    try {
      await job.run();
    } catch (err) {
      log.error({ err, job: job.name }, 'a job failed; it runs again at its next turn');
    }
  };
  const timer = setInterval(() => {
    running ??= runOnce().finally(() => {
      running = undefined;
    });
  }, job.everyMs);

  return async () => {
    clearInterval(timer);
    await running;
  };
}
