import { inContext } from './context.ts';
import { jobBegan, jobEnded } from './happenings.ts';
import { newRequestId } from './request-id.ts';
import { type JobFaultLog, spareFaults } from './spare-faults.ts';

type Runnable = Readonly<{ name: string; run: () => Promise<unknown> }>;

/**
 * Jobs whose turns are told; each has an id of its own, which all that it does carries.
 *
 * @param log where faults are written, within the turn: its id leads to the calls that it made
 */
export function toldJobs<J extends Runnable>(
  jobs: readonly J[],
  log?: JobFaultLog,
  now: () => number = () => performance.now(),
): J[] {
  return jobs.map((job) => {
    const faults = log ? spareFaults(job.name, log, now) : null;
    return { ...job, run: () => runTold(job, faults) };
  });
}

async function runTold(
  { name, run }: Runnable,
  faults: ReturnType<typeof spareFaults> | null,
): Promise<unknown> {
  const context = { requestId: newRequestId(), job: name, span: undefined };
  return inContext(context, async () => {
    jobBegan.tell({ job: name, context });
    const begun = performance.now();
    const end = (outcome: 'ok' | 'failed') =>
      jobEnded.tell({ job: name, context, outcome, seconds: (performance.now() - begun) / 1_000 });
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
