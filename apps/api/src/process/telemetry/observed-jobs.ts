import { inContext, newRequestId } from './context.ts';
import { jobFinished, jobStarted } from './events.ts';

type Runnable = Readonly<{ name: string; run: () => Promise<unknown> }>;

/**
 * Jobs that publish their runs. Each run has its own id, which its log lines and calls carry.
 *
 * @param log where faults are written, within the run
 */
export function observedJobs<J extends Runnable>(
  jobs: readonly J[],
  log?: JobFaultLog,
  now: () => number = () => performance.now(),
): J[] {
  return jobs.map((job) => {
    const faults = log ? throttleFaults(job.name, log, now) : null;
    return { ...job, run: () => runObserved(job, faults) };
  });
}

async function runObserved(
  { name, run }: Runnable,
  faults: ReturnType<typeof throttleFaults> | null,
): Promise<unknown> {
  const context = { requestId: newRequestId(), job: name, span: undefined };
  return inContext(context, async () => {
    jobStarted.publish({ job: name, context });
    const begun = performance.now();
    const end = (outcome: 'ok' | 'failed') =>
      jobFinished.publish({
        job: name,
        context,
        outcome,
        seconds: (performance.now() - begun) / 1_000,
      });
    try {
      const result = await run();
      end('ok');
      faults?.wentWell();
      return result;
    } catch (error) {
      end('failed');
      faults?.failed(error);
      throw error;
    }
  });
}

type JobFaultLog = Readonly<{
  error(details: { err: unknown; job: string; times?: number }, message: string): void;
  info(details: { job: string }, message: string): void;
}>;

/** The same fault is logged once a minute: some jobs run each second, and a database may be down for hours. */
const LOG_EVERY_MS = 60_000;

/** Logs the first fault of a job, every different one, and once a minute how often the same one came again. */
function throttleFaults(job: string, log: JobFaultLog, now: () => number) {
  let last: { words: string; at: number; unlogged: number } | null = null;

  return {
    failed(err: unknown): void {
      const words = err instanceof Error ? err.message : String(typeof err);
      if (last?.words === words && now() - last.at < LOG_EVERY_MS) {
        last.unlogged += 1;
        return;
      }
      const times = last?.words === words ? last.unlogged + 1 : 1;
      last = { words, at: now(), unlogged: 0 };
      log.error(
        { err, job, ...(times > 1 && { times }) },
        'a job failed; it will run again on schedule',
      );
    },
    wentWell(): void {
      if (last) log.info({ job }, 'a job works again');
      last = null;
    },
  };
}
