export type JobFaultLog = Readonly<{
  error(details: { err: unknown; job: string; times?: number }, message: string): void;
  info(details: { job: string }, message: string): void;
}>;

/** While a job fails in the same way it is told of so often: some run each second, and a database may be away for hours. */
const TELL_EVERY_MS = 60_000;

/** Writes the faults of one job: the first, every other one, and once a minute how often the same came again. */
export function spareFaults(job: string, log: JobFaultLog, now: () => number) {
  let last: { words: string; at: number; untold: number } | null = null;

  return {
    failed(err: unknown): void {
      const words = err instanceof Error ? err.message : String(typeof err);
      if (last?.words === words && now() - last.at < TELL_EVERY_MS) {
        last.untold += 1;
        return;
      }
      const times = last?.words === words ? last.untold + 1 : 1;
      last = { words, at: now(), untold: 0 };
      log.error(
        { err, job, ...(times > 1 && { times }) },
        'a job failed; it runs again at its next turn',
      );
    },
    wentWell(): void {
      if (last) log.info({ job }, 'a job goes well again');
      last = null;
    },
  };
}
