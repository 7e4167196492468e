import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BotFault } from '@quorate/bot/bot-fault';
import { type LiveJournal, openLiveJournal } from '@quorate/bot/live/live-journal';

/**
 * Reads an account's journal for a moment. A bot that starts in it waits for so short a while.
 *
 * @param folder of the account
 * @returns null where there is no journal
 * @throws BotFault `run_in_use` where a bot has it, `run_damaged` or `data_folder`
 */
export function withJournal<T>(folder: string, read: (journal: LiveJournal) => T): T | null {
  if (!existsSync(join(folder, 'live.sqlite'))) return null;
  const journal = openLiveJournal(folder, 0);
  try {
    return read(journal);
  } finally {
    journal.close();
  }
}

/** Whether some process has the journal: whatever answers under the bot's address, that is what says that one runs. */
export function isJournalHeld(folder: string): boolean {
  try {
    withJournal(folder, () => null);
    return false;
  } catch (error) {
    return error instanceof BotFault && error.code === 'run_in_use';
  }
}
