import { liveFolder } from '@quorate/bot/live/live-account';
import type { LiveJournal } from '@quorate/bot/live/live-journal';
import { withJournal } from '../journal/with-journal.ts';
import type { Configurations } from '../parts.ts';

/** Whether a bot that does not run has left an opening of which nobody knows what became; where nobody can tell, yes. */
export function hasUnsettledOpening(
  configurations: Pick<Configurations, 'load'>,
  dataDir: string,
  name: string,
): boolean {
  try {
    const folder = liveFolder(dataDir, configurations.load(name));
    const isUnsettled = (journal: LiveJournal) =>
      journal.unsettled().some(({ kind }) => kind === 'open');
    return withJournal(folder, isUnsettled) ?? false;
  } catch {
    return true;
  }
}
