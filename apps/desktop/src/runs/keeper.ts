import type { ControlAnswer, OwnerCommand } from '@quorate/bot/live/control';
import type { Instant } from '@quorate/values/instant';
import type { RunState } from '../contract/run-state.ts';
import type { DesktopDeps } from '../parts.ts';
import type { SpawnBot } from './bot-process.ts';
import type { BotStatus } from './bot-status.ts';

/** Keeps the bot of one configuration running while it is wanted. */
export type BotKeeper = Readonly<{
  phase(): RunState['phase'];
  since(): Instant;
  message(): string | null;
  /** As it told last; null while none runs. */
  status(): BotStatus | null;
  /** Finds one that runs, else starts one. @param isAgain it ran before, and may have left something open */
  launch(launch: Launch, isAgain?: boolean): Promise<void>;
  /** Takes over one that runs already. @returns whether there is one */
  adopt(launch: Launch): Promise<boolean>;
  /** Asks how it is doing. */
  look(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
  ask(command: OwnerCommand, waitMs: number): Promise<ControlAnswer>;
  /** It cannot be started; it stays ended with this sentence. */
  fail(message: string): void;
  /** Lets go of it. */
  close(): void;
}>;

/** What a bot is started with. */
export type Launch = Readonly<{
  args: readonly string[];
  /** Of the account's journal. */
  folder: string;
  log: string;
}>;

/** What keeps a bot running. */
export type KeeperDeps = Pick<DesktopDeps, 'timers' | 'sleep' | 'notify'> &
  Readonly<{
    name: string;
    spawnBot: SpawnBot;
    ask(folder: string, command: OwnerCommand, signal: AbortSignal): Promise<ControlAnswer>;
    /** Whether a process has the journal of this folder. */
    isHeld(folder: string): boolean;
    isWanted(): boolean;
    /** What it is started again with: its configuration may have been edited since. @throws what forbids it */
    again(): Launch;
    /** Ends a process whose number is known, as the last resort. */
    kill(pid: number): void;
    /** It ended for good: by somebody's wish, or by a fault that no waiting mends. */
    unwant(): void;
    changed(): void;
  }>;
