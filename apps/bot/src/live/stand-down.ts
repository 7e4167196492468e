import type { Timers } from '../timers.ts';
import type { LiveJournal } from './live-journal.ts';
import type { LiveRun } from './live-run.ts';

type StandDownDeps = Readonly<{
  run: Pick<LiveRun, 'terminal' | 'halt'>;
  journal: Pick<LiveJournal, 'unsettled'>;
  timers: Timers;
}>;

const LOOK_MS = 500;

/**
 * The last thing a bot does that cannot trade any more: its guards go on until everything of ours has its
 * stop at the broker, what was sent is known, and what is to be closed is closed. Whoever ends it before
 * that does so knowingly.
 */
export async function standDown(
  { run, journal, timers }: StandDownDeps,
  signal: AbortSignal,
): Promise<void> {
  const { terminal, halt } = run;
  while (!signal.aborted) {
    if (terminal.isReady() && !halt.isFlattening() && journal.unsettled().length === 0) {
      const open = await terminal.broker.ownPositions();
      if (open?.every(({ sl }) => sl !== null)) return;
    }
    await new Promise<void>((resolve) => void timers.after(LOOK_MS, resolve));
  }
}
