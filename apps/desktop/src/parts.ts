import type { TerminalRoots } from '@quorate/bot/mt5/install/find-terminals';
import type { Programs } from '@quorate/bot/mt5/install/run-program';
import type { Profile } from '@quorate/bot/profiles/profile';
import type { SavedToken } from '@quorate/bot/service/saved-sign-in';
import type { Timers } from '@quorate/bot/timers';
import type { Vault } from '@quorate/bot/vault/vault';
import type { Clock } from '@quorate/trading/loop/ports';
import type { SignedIn } from './contract/app-state.ts';
import type { RunDetail, RunState } from './contract/runs.ts';
import type { SetupCheck, SetupSummary } from './contract/setup.ts';
import type { UpdateState } from './contract/update.ts';

/** The world outside of the app, as each of its parts gets it. */
export type DesktopDeps = Readonly<{
  clock: Clock;
  timers: Timers;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  fetch: typeof fetch;
  env: Readonly<Record<string, string | undefined>>;
  platform: 'win32' | 'darwin' | 'linux';
  /** Name of this machine. */
  hostName: string;
  dataDir: string;
  vault: Vault;
  roots: TerminalRoots;
  programs: Programs;
  /** One line for the app's own log. */
  notify(line: string): void;
}>;

/** Tells that something has changed; the returned function ends it. */
export type OnChange = (hear: () => void) => () => void;

/** Who is signed in on this computer. */
export type Account = Readonly<{
  current(): SignedIn | null;
  /** Why somebody who was signed in no longer is. */
  signedOutBecause(): string | null;
  /** Address of the service. */
  service(): string;
  /** For calls to the service; null: nobody is signed in. */
  token(): SavedToken | null;
  /** Asks the service again what the plan lets the person do. */
  refresh(): Promise<void>;
  onChange: OnChange;
}>;

/** The configurations in the data folder. */
export type Configurations = Readonly<{
  names(): readonly string[];
  /** @throws BotFault `profile` */
  load(name: string): Profile;
  /** Whether one more may be added at the plan's limit, and why not. */
  mayAdd(): Readonly<{ allowed: boolean; reason: string | null }>;
  onChange: OnChange;
}>;

/** Whether a configuration may trade real money. */
export type RealMoney = Readonly<{
  /** True for demo, and for a real account that was switched to deliberately. */
  isUnlocked(profile: Profile): boolean;
}>;

/** The bots of the configurations, each a process of its own that outlives this one. */
export type Runs = Readonly<{
  state(name: string): RunState;
  detail(name: string): Promise<RunDetail>;
  /** Names of those that are at work. */
  atWork(): readonly string[];
  start(name: string): Promise<void>;
  stop(name: string): Promise<void>;
  halt(name: string): Promise<void>;
  resume(name: string): Promise<void>;
  flatten(name: string): Promise<void>;
  /** Whether any bot has sent an order of which nobody knows yet what became. */
  isOpeningPosition(): Promise<boolean>;
  /** Ends every bot in order. @returns the names of those that ran, to be started again after an update */
  stopAll(): Promise<readonly string[]>;
  /** Lets go of them: they go on without this process. */
  close(): Promise<void>;
  onChange: OnChange;
}>;

/** The setup checks. */
export type Setup = Readonly<{
  summary(name: string): SetupSummary;
  check(name: string): SetupCheck;
  /** Whether all six items were green when this configuration, as it is now, was looked at last. */
  passed(profile: Profile): boolean;
  start(name: string): void;
  setUpTerminal(name: string): void;
  /** Starts the terminal as it was set up, and nothing else. @throws BotFault */
  startTerminalAgain(name: string): Promise<void>;
  close(): Promise<void>;
  onChange: OnChange;
}>;

/** The app's own updates. */
export type Updates = Readonly<{
  state(): UpdateState;
  check(): Promise<void>;
  install(): Promise<void>;
  close(): Promise<void>;
  onChange: OnChange;
}>;
