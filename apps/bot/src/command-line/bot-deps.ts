import type { Clock } from '@quorate/trading/loop/ports';
import type { Output } from '../report/output.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import type { Timers } from '../timers.ts';
import type { Vault } from '../vault/vault.ts';
import type { Prompt } from './prompt.ts';

/** The world outside of the program, as every command gets it. */
export type BotDeps = Readonly<{
  output: Output;
  clock: Clock;
  timers: Timers;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  fetch: typeof fetch;
  stop: StopSignal;
  /** Name of this machine. */
  hostName: string;
  /** The environment's variables. */
  env: Readonly<Record<string, string | undefined>>;
  readStdin(): Promise<string>;
  /** null where nobody sits at a terminal. */
  prompt: Prompt | null;
  /** Where secrets are kept, for bots of this data folder. */
  openVault(dataDir: string): Vault;
}>;
