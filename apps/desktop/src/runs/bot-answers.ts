import type { ControlAnswer, OwnerCommand } from '@quorate/bot/live/control';
import { type BotStatus, botStatus } from './bot-status.ts';

type Deps = Readonly<{
  /** Of the configuration. */
  name: string;
  ask(folder: string, command: OwnerCommand, signal: AbortSignal): Promise<ControlAnswer>;
  /** Whether a process has the journal of this folder. */
  isHeld(folder: string): boolean;
}>;

/** What answers at an account: the bot of this configuration, somebody who does not say, or nobody of ours. */
export type Seen =
  | Readonly<{ kind: 'ours'; status: BotStatus }>
  /** `isPlain`: it will not answer otherwise a moment later. */
  | Readonly<{ kind: 'unclear'; message: string; isPlain: boolean }>
  | Readonly<{ kind: 'none' }>;

/** Milliseconds until a bot has answered what takes it no time. */
export const ASK_MS = 3_000;

const ofConfiguration = botStatus.pick({ profile: true });

/** What the bot of a configuration answers. */
export function botAnswers({ name, isHeld, ask: askFolder }: Deps) {
  async function ask(
    folder: string,
    command: OwnerCommand,
    waitMs: number,
    closing: AbortSignal,
  ): Promise<ControlAnswer> {
    const signal = AbortSignal.any([closing, AbortSignal.timeout(waitMs)]);
    const answer = await askFolder(folder, command, signal);
    // A killed bot leaves its address behind, where a stranger may listen by now.
    return answer.kind === 'failed' && !isHeld(folder) ? { kind: 'not-running' } : answer;
  }

  return {
    ask,
    /** @param folder of the account */
    async look(folder: string, closing: AbortSignal): Promise<Seen> {
      const answer = await ask(folder, 'status', ASK_MS, closing);
      if (answer.kind === 'not-running') return { kind: 'none' };
      if (answer.kind === 'failed') {
        const message = `The bot does not answer: ${answer.message}`;
        return { kind: 'unclear', message, isPlain: false };
      }
      const whose = ofConfiguration.safeParse(answer.body);
      // Two configurations may name one account; each answers for itself alone.
      if (whose.success && whose.data.profile.toLowerCase() !== name.toLowerCase())
        return { kind: 'none' };
      const told = botStatus.safeParse(answer.body);
      if (told.success) return { kind: 'ours', status: told.data };
      const message = 'The bot answers in a way that this version of the app does not know.';
      return { kind: 'unclear', message, isPlain: true };
    },
  };
}

/** A status with the positions that were told last, where the terminal did not say in time what is open. */
export function withPositions(now: BotStatus, before: BotStatus | null): BotStatus {
  if (now.positions_known) return now;
  return { ...now, positions: now.connected ? (before?.positions ?? []) : [] };
}
