import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BotFault } from '@quorate/bot/bot-fault';
import { askControl } from '@quorate/bot/live/control';
import type { Timers } from '@quorate/bot/timers';
import { t } from '@quorate/bot/words';
import { wantedIn } from '../runs/wanted.ts';
import { within } from './claim-instance.ts';

type Deps = Readonly<{
  timers: Timers;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  dataDir: string;
  interrupted: AbortSignal;
  notify(line: string): void;
}>;

const ANSWER_WITHIN_MS = 5_000;
const STOP_WITHIN_MS = 60_000;

/**
 * Stops bots that an app which was killed has left at work, in order, and waits until they are gone. None of
 * them is started again by the next app.
 *
 * @returns how many there were
 * @throws BotFault `not_running` when one does not end
 */
export async function stopLeftBots(deps: Deps): Promise<number> {
  const { dataDir, notify } = deps;
  const wanted = wantedIn(dataDir, notify);
  for (const name of wanted.names()) wanted.remove(name);
  const stopped = await Promise.all(controlled(dataDir).map((folder) => stop(deps, folder)));
  return stopped.filter(Boolean).length;
}

async function stop(deps: Deps, folder: string): Promise<boolean> {
  const asked = await askControl(folder, 'stop', AbortSignal.timeout(ANSWER_WITHIN_MS));
  // A bot that was killed leaves its file behind.
  if (asked.kind === 'not-running') return false;
  const gone = await within(deps, STOP_WITHIN_MS, async () => {
    const now = await askControl(folder, 'status', AbortSignal.timeout(ANSWER_WITHIN_MS));
    return now.kind === 'not-running' ? true : null;
  });
  if (gone) return true;
  throw new BotFault(
    'not_running',
    t`The bot of ${{ folder }} was asked to stop and has not ended within ${{ seconds: STOP_WITHIN_MS / 1_000 }} s.`,
  );
}

/** Folders of accounts in which a bot says, or said, where it listens. */
function controlled(dataDir: string): readonly string[] {
  const live = join(dataDir, 'live');
  if (!existsSync(live)) return [];
  return readdirSync(live)
    .map((account) => join(live, account))
    .filter((folder) => existsSync(join(folder, 'control.json')));
}
