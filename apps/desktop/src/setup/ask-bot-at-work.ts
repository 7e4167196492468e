import { askRunningBot } from '@quorate/bot/doctor/ask-running-bot';
import { type Finding, fail } from '@quorate/bot/doctor/finding';
import type { Profile } from '@quorate/bot/profiles/profile';
import type { DesktopDeps, Runs } from '../parts.ts';
import { APP_WORDS } from './app-words.ts';

type AskDeps = Pick<DesktopDeps, 'timers' | 'sleep' | 'dataDir'> &
  Readonly<{ runs: Pick<Runs, 'atWork'> }>;

const AGAIN_MS = 1_000;

/** Capitals make no other configuration. */
export function isAtWork(runs: Pick<Runs, 'atWork'>, name: string): boolean {
  return runs.atWork().some((each) => each.toLowerCase() === name.toLowerCase());
}

/**
 * Asks the bot of a configuration for its terminal. It has the port: nobody may listen beside it, also
 * while it only begins.
 *
 * @param until UTC, ms: how long a bot that has no terminal yet is waited for
 * @param signal ends the waiting
 * @returns null where none is at work
 */
export async function askBotAtWork(
  { timers, sleep, dataDir, runs }: AskDeps,
  profile: Profile,
  until: number,
  signal: AbortSignal,
): Promise<readonly Finding[] | null> {
  const { configuration_name: name, bridge } = profile;
  for (;;) {
    const told = await askRunningBot(profile, dataDir, APP_WORDS, signal);
    const isBeginning = isAtWork(runs, name);
    if (told === null && !isBeginning) return null;
    const hasTerminal = told?.some(
      ({ check, status }) => check === 'connection' && status === 'ok',
    );
    // Waiting makes no other bot this one's.
    const isOther = told?.some(({ status }) => status === 'fail') && !isBeginning;
    if (told && (hasTerminal || isOther)) return told;
    if (signal.aborted || timers.now() >= until) {
      const detail =
        told?.find(({ check }) => check === 'connection')?.detail ??
        'the bot is at work and does not answer yet';
      return [
        fail('connection', detail, APP_WORDS.nobody(bridge.port, bridge.transport)),
        ...(told ?? []).filter(({ check }) => check !== 'connection'),
      ];
    }
    await sleep(AGAIN_MS, signal);
  }
}
