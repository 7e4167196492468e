import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BotFault } from '@quorate/bot/bot-fault';
import { askControl, type ControlCommand } from '@quorate/bot/live/control';
import { type LiveJournal, openLiveJournal } from '@quorate/bot/live/live-journal';
import { t } from '@quorate/bot/words';
import { LocalFault } from '../local-fault.ts';
import type { DesktopDeps } from '../parts.ts';

const ANSWER_MS = 5_000;
const TRIES = 10;
const AGAIN_MS = 200;

/** What is read of an account's journal: by its bot where one runs, else from the file. */
type Reading<T> = Readonly<{
  command: Extract<ControlCommand, 'decisions' | 'journal' | 'trades'>;
  parameters: unknown;
  offline(journal: LiveJournal): T;
}>;

/**
 * Reads an account's journal, which belongs to one process alone.
 *
 * @param folder of the account
 * @returns what the bot answered, of which nothing is known yet; null where there is no journal
 * @throws LocalFault `unavailable` while somebody has it who does not answer
 */
export async function readLive<T>(
  { sleep }: Pick<DesktopDeps, 'sleep'>,
  folder: string,
  { command, parameters, offline }: Reading<T>,
): Promise<unknown> {
  let refused: string | null = null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const answer = await askControl(folder, command, signal, parameters);
    if (answer.kind === 'answered') return answer.body;
    try {
      return withJournal(folder, offline);
    } catch (error) {
      if (!(error instanceof BotFault) || error.code !== 'run_in_use') throw error;
    }
    // One that ends breaks its connections off a moment before it lets go of the journal.
    if (answer.kind === 'failed') refused = answer.message.replace(/\.$/, '');
    if (signal.aborted) break;
    await sleep(AGAIN_MS, AbortSignal.timeout(AGAIN_MS));
  }
  if (refused !== null)
    throw new LocalFault('unavailable', t`The bot does not tell it: ${{ refused }}.`);
  throw new LocalFault(
    'unavailable',
    t`The journal is held by a bot that is just beginning or ending; look again in a moment.`,
  );
}

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
