import { readAcknowledged } from '@quorate/bot/journal/run-journal';
import { liveFolder } from '@quorate/bot/live/live-account';
import { journalPage, tradesPage } from '@quorate/bot/live/pages';
import {
  type JournalLine,
  journalLine,
  type ShownTrade,
  shownTrade,
} from '@quorate/bot/live/shown-journal';
import { chooseTerminal } from '@quorate/bot/mt5/install/find-terminals';
import { readTerminalLog } from '@quorate/bot/mt5/install/terminal-logs';
import type { Profile } from '@quorate/bot/profiles/profile';
import { z } from 'zod';
import type { LOG_SOURCES } from '../contract/journal.ts';
import type { Configurations, DesktopDeps } from '../parts.ts';
import { botLogOf, endOfFile } from '../runs/bot-process.ts';
import { readLive } from './read-live.ts';

type Page = Readonly<{ before: string | null; limit: number }>;
type Log = Readonly<{ file: string | null; lines: string[] }>;

/** What the bots of the configurations did, as it lies on this computer. */
export type Journal = Readonly<{
  trades(name: string, page: Page): Promise<{ trades: ShownTrade[]; next: string | null }>;
  lines(name: string, page: Page): Promise<{ lines: JournalLine[]; next: string | null }>;
  /** The end of a log, oldest line first. */
  log(name: string, source: (typeof LOG_SOURCES)[number], lines: number): Log;
}>;

const next = z.string().nullable();
const trades = z.object({ trades: z.array(shownTrade), next });
const lines = z.object({ lines: z.array(journalLine), next });
const NO_LOG: Log = { file: null, lines: [] };
/** Some thousand lines. */
const LOG_BYTES = 524_288;

/** @throws BotFault `profile` from each call where there is no such configuration */
export function createJournal(
  deps: Pick<DesktopDeps, 'sleep' | 'dataDir' | 'roots'>,
  { configurations }: Readonly<{ configurations: Pick<Configurations, 'load'> }>,
): Journal {
  const folderOf = (name: string) => liveFolder(deps.dataDir, configurations.load(name));
  return {
    async trades(name, page) {
      const folder = folderOf(name);
      const told = await readLive(deps, folder, {
        command: 'trades',
        parameters: page,
        offline: (journal) =>
          tradesPage({ journal, acknowledgedRevision: readAcknowledged(folder) }, page),
      });
      return told === null ? { trades: [], next: null } : trades.parse(told);
    },
    async lines(name, page) {
      const told = await readLive(deps, folderOf(name), {
        command: 'journal',
        parameters: page,
        offline: (journal) => journalPage(journal, page),
      });
      return told === null ? { lines: [], next: null } : lines.parse(told);
    },
    log(name, source, count) {
      const profile = configurations.load(name);
      if (source === 'bot') return botLog(deps.dataDir, profile, count);
      return terminalLog(deps, profile, source === 'terminal' ? 'terminal' : 'experts', count);
    },
  };
}

function botLog(dataDir: string, { configuration_name: name }: Profile, count: number): Log {
  const file = botLogOf(dataDir, name);
  const text = endOfFile(file, LOG_BYTES);
  if (text === null) return NO_LOG;
  const whole = text.split(/\r?\n/).filter((line) => line !== '');
  return { file, lines: whole.slice(-count) };
}

function terminalLog(
  { roots }: Pick<DesktopDeps, 'roots'>,
  profile: Profile,
  kind: 'terminal' | 'experts',
  count: number,
): Log {
  try {
    const log = readTerminalLog(chooseTerminal(profile, roots).dataFolder, kind, count);
    return log ? { file: log.file, lines: [...log.lines] } : NO_LOG;
  } catch {
    // No terminal, or a file that the terminal holds: there is none to show.
    return NO_LOG;
  }
}
