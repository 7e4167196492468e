import { z } from 'zod';
import type { StopSignal } from '../run/stop-signal.ts';
import type { ControlCommand } from './control.ts';
import { refuseWhileHeld } from './halt-file.ts';
import { journalPage } from './journal-page.ts';
import { lastDecisions } from './last-decisions.ts';
import type { LiveJournal } from './live-journal.ts';
import type { LiveRun } from './live-run.ts';
import { statusOf } from './live-status.ts';
import { tradesPage } from './trades-page.ts';

type Obeying = Parameters<typeof statusOf>[0] &
  Readonly<{
    run: LiveRun;
    journal: LiveJournal;
    stop: StopSignal;
    folder: string;
    /** The newest revision of a trade that the service has by its ticket, 0 for none. */
    acknowledged(): (ticket: string) => number;
  }>;

const page = z.object({
  before: z.string().max(64).nullable().default(null),
  limit: z.int().min(1).max(200).default(50),
});

/** What another process told a running bot, or reads of it. */
export async function obey(
  obeying: Obeying,
  command: ControlCommand,
  parameters: unknown,
): Promise<unknown> {
  const { run, journal, stop, folder } = obeying;
  switch (command) {
    case 'status':
      return statusOf(obeying);
    case 'stop':
      stop.stop({ kind: 'asked' });
      return { ending: true };
    case 'flatten':
      return { closed: await run.halt.flatten('command') };
    case 'halt':
      run.halt.halt('command');
      return { halted: true };
    case 'resume':
      refuseWhileHeld(folder);
      await run.halt.resume('command');
      return { halted: run.halt.halted() };
    case 'decisions':
      return { decisions: lastDecisions(journal) };
    case 'journal':
      return journalPage(journal, page.parse(parameters ?? {}));
    case 'trades':
      return tradesPage(
        { journal, acknowledgedRevision: obeying.acknowledged() },
        page.parse(parameters ?? {}),
      );
  }
}
