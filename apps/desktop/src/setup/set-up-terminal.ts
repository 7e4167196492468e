import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BotFault } from '@quorate/bot/bot-fault';
import { absentTerminal } from '@quorate/bot/doctor/finding';
import { findSymbol } from '@quorate/bot/mt5/broker/symbol-finder';
import type { CompileResult } from '@quorate/bot/mt5/install/compile-expert';
import { deployExpert, type ExpertSource } from '@quorate/bot/mt5/install/deploy-expert';
import { pickTerminal, type TerminalInstall } from '@quorate/bot/mt5/install/find-terminals';
import { bridgeToken, shareToken, writeBridgeFile } from '@quorate/bot/mt5/install/share-token';
import type { Profile } from '@quorate/bot/profiles/profile';
import {
  compileWhereStale,
  keptPassword,
  startWithExpert,
} from '@quorate/bot/terminal/terminal-steps';
import { t } from '@quorate/bot/words';
import type { SetupCheck } from '../contract/setup.ts';
import type { DesktopDeps } from '../parts.ts';
import type { Known } from './look-at-setup.ts';

export type SetUpDeps = Pick<DesktopDeps, 'dataDir' | 'vault' | 'roots' | 'programs' | 'sleep'> &
  Readonly<{
    expertSources(): readonly ExpertSource[];
    /** Whether a bot at work has its terminal: one that runs needs no start. */
    hasTerminal(profile: Profile): Promise<boolean>;
    /** Another configuration that shares its token with the terminal, and whether its bot is at work. */
    otherOwner(
      terminal: TerminalInstall,
      profile: Profile,
    ): Readonly<{ name: string; isAtWork: boolean }> | null;
  }>;

type SettingUp = Readonly<{
  steps: Steps;
  /** What the broker calls the pairs, from an earlier visit. */
  known: Known;
  signal: AbortSignal;
  /** The terminal runs, and its start file is there until this has settled. */
  reading(removed: Promise<void>): void;
  /** Ends the life of the start file before its time. */
  read: AbortSignal;
  /** The terminal that was started has ended. */
  onEnd(): void;
}>;

/**
 * Puts expert and token into the terminal, compiles, and starts it signed in. What is done already is not
 * done again. Ends when the terminal has been started.
 *
 * @returns whether a terminal can be expected to dial in
 */
export async function setUpTerminal(
  deps: SetUpDeps,
  profile: Profile,
  work: SettingUp,
): Promise<boolean> {
  const { steps, signal } = work;
  const { appData } = deps.roots;
  if (appData === null && profile.terminal_path === null)
    return shareElsewhere(deps, profile, work);
  const finding = steps.begin(t`Find the terminal`);
  const choice = pickTerminal(profile, deps.roots);
  if (choice.kind !== 'found') {
    const { detail, advice } = absentTerminal('app', choice, profile);
    finding.fail([detail, advice].join(' '));
    return false;
  }
  const { terminal } = choice;
  const other = deps.otherOwner(terminal, profile);
  if (other?.isAtWork) {
    // Its expert would dial this bot from then on, and its positions would have nobody.
    finding.fail(
      t`The terminal in ${{ installFolder: terminal.installFolder }} belongs to ${{ name: other.name }}, whose bot is at work in it. Choose another terminal for ${{ configurationName: profile.configuration_name }}, or stop that bot first.`,
    );
    return false;
  }
  finding.done(t`The terminal is in ${{ installFolder: terminal.installFolder }}`);
  const isPut =
    (await step(steps, t`Copy the expert into it`, () => putExpert(deps, terminal))) &&
    (await step(steps, t`Share a token with it`, () =>
      putToken(deps, terminal, profile, other?.name ?? null),
    )) &&
    (await step(steps, t`Compile the expert`, () => compile(deps, terminal), signal));
  if (!isPut || signal.aborted) return false;
  if (await deps.hasTerminal(profile)) {
    steps.begin(t`Start the terminal`).done(t`The terminal runs already, connected to its bot`);
    return true;
  }
  return !signal.aborted && (await start(deps, terminal, profile, work));
}

/** @returns whether it was done; how is told in either case */
async function step(
  steps: Steps,
  text: string,
  work: () => Promise<string> | string,
  signal?: AbortSignal,
): Promise<boolean> {
  const doing = steps.begin(text);
  try {
    const done = Promise.resolve(work());
    doing.done(await (signal ? unlessAborted(done, signal) : done));
    return true;
  } catch (error) {
    if (!(error instanceof BotFault)) throw error;
    doing.fail(error.message);
    return false;
  }
}

function putExpert({ expertSources }: SetUpDeps, { dataFolder }: TerminalInstall): string {
  const sources = expertSources();
  const written = deployExpert(dataFolder, sources);
  return written.length === 0
    ? t`The expert is in it already`
    : t`The expert is in it: ${{ written: written.length }} of ${{ sources: sources.length }} files are new`;
}

function putToken(
  { vault }: SetUpDeps,
  { dataFolder }: TerminalInstall,
  profile: Profile,
  before: string | null,
): string {
  shareToken(dataFolder, bridgeToken(vault, profile), profile);
  const shared =
    profile.bridge.transport === 'pipe'
      ? t`Terminal and bot share a token. They speak through a pipe, so nothing has to be allowed by hand`
      : t`Terminal and bot share a token, on port ${{ port: profile.bridge.port }}`;
  return before === null
    ? shared
    : t`${{ shared }}. ${{ before }} had this terminal until now, and needs one of its own`;
}

async function compile(
  { programs, expertSources }: SetUpDeps,
  terminal: TerminalInstall,
): Promise<string> {
  const result = await compileWhereStale(programs, terminal, expertSources());
  if (result === null) return t`The expert is compiled already`;
  if (result.errors === 0)
    return t`The expert is compiled, with ${{ warnings: result.warnings ?? 0 }} warnings`;
  throw new BotFault('terminal', compileFault(result));
}

const SHOWN_FAULTS = 5;

function compileFault({ errors, faults }: CompileResult): string {
  if (errors === null)
    return t`The compiler did not come to its end. Press "Set up terminal" again.`;
  const places = faults
    .filter(({ kind }) => kind === 'error')
    .slice(0, SHOWN_FAULTS)
    .map(({ file, line, column, text }) => `${file}:${line}:${column} ${text}`);
  return t`The expert does not compile, ${{ errors }} errors: ${{ places: places.join('; ') }}`;
}

async function start(
  { vault, programs, sleep }: SetUpDeps,
  terminal: TerminalInstall,
  profile: Profile,
  { steps, known, reading, read, onEnd }: SettingUp,
): Promise<boolean> {
  const { account_number: account, broker_server: server } = profile;
  const symbol = startSymbol(profile, terminal.dataFolder, known);
  return step(steps, t`Start the terminal`, async () => {
    const password = keptPassword(vault, profile);
    const begun = { profile, password, symbol: symbol.name };
    const started = Promise.withResolvers<void>();
    const removed = startWithExpert(
      { programs, sleep, interrupted: read, onEnd },
      terminal,
      begun,
      started.resolve,
    );
    reading(removed);
    await Promise.race([started.promise, removed]);
    return [
      password === null
        ? t`The terminal was started with the login it has saved itself, because no password of account ${{ account }} is kept here`
        : t`The terminal was started, signed in to ${{ account }} at ${{ server }}`,
      symbol.isSure
        ? t`and a chart of ${{ name: symbol.name }} opens`
        : t`and a chart of ${{ name: symbol.name }} opens, if the broker calls it so; if none does, open one by hand and drag Quorate onto it`,
    ].join(', ');
  });
}

/**
 * Starts the terminal of a bot as its setup did, and nothing else: after a restart of the computer.
 *
 * @param known what the broker calls the pairs, from an earlier visit
 * @throws BotFault `terminal`
 */
export async function startTerminalAgain(
  { roots, vault, programs, sleep }: Pick<SetUpDeps, 'roots' | 'vault' | 'programs' | 'sleep'>,
  profile: Profile,
  known: Known,
  interrupted: AbortSignal,
): Promise<void> {
  const choice = pickTerminal(profile, roots);
  if (choice.kind !== 'found')
    throw new BotFault('terminal', absentTerminal('app', choice, profile).detail);
  const { terminal } = choice;
  const symbol = startSymbol(profile, terminal.dataFolder, known).name;
  const password = keptPassword(vault, profile);
  const deps = { programs, sleep, interrupted };
  await startWithExpert(deps, terminal, { profile, password, symbol }, () => {});
}

/** On a system that has no terminals one may dial in all the same: under Wine, or the simulated one. */
async function shareElsewhere(
  { dataDir, vault }: SetUpDeps,
  profile: Profile,
  { steps }: SettingUp,
): Promise<boolean> {
  const name = profile.configuration_name;
  const folder = join(dataDir, 'bridges');
  const file = join(folder, `${name.toLowerCase()}.txt`);
  return step(steps, t`Share a token with a terminal elsewhere`, () => {
    mkdirSync(folder, { recursive: true });
    writeBridgeFile(file, bridgeToken(vault, profile), profile);
    return t`MetaTrader 5 runs on Windows. For one under Wine, or the simulated one (bot simulate-terminal), token and port are in ${{ file }}`;
  });
}

/** What the app does not wait for any longer goes on by itself. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(new BotFault('interrupted', t`It was stopped`));
  signal.addEventListener('abort', abort);
  try {
    if (signal.aborted) abort();
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
    // Its end is of no use to anybody, and no fault either.
    work.catch(() => {});
  }
}

/** What the chart is opened with; `isSure`: the broker has a symbol of exactly this name. */
type StartSymbol = Readonly<{ name: string; isSure: boolean }>;

/**
 * What the broker calls the first pair: as the terminal has told, else as its folders of price history
 * say, which it makes for each symbol under the broker's own name.
 *
 * @param known from an earlier visit
 */
function startSymbol(profile: Profile, dataFolder: string, known: Known): StartSymbol {
  const pair = profile.risk.currency_pairs[0] ?? 'EURUSD';
  const told = known[pair];
  if (told !== undefined) return { name: told, isSure: true };
  const found = findSymbol(pair, historyIn(dataFolder, profile.broker_server));
  return found.kind === 'found'
    ? { name: found.name, isSure: true }
    : { name: pair, isSure: false };
}

function historyIn(dataFolder: string, server: string): readonly string[] {
  // A server's name is a folder's name here; one with a slash in it would lead elsewhere.
  if (/[\\/]|^\.+$/.test(server)) return [];
  try {
    return readdirSync(join(dataFolder, 'bases', server, 'history'));
  } catch {
    return [];
  }
}

type Step = SetupCheck['steps'][number];

/** What is being done, a line for each step. */
export type Steps = Readonly<{
  list(): readonly Step[];
  /** Begins a step; ending it may say more. */
  begin(text: string): Readonly<{ done(text?: string): void; fail(text: string): void }>;
  /** Nothing is done any more: what still was has failed. */
  end(): void;
}>;

/** @param tell told of every change */
export function createSteps(tell: () => void): Steps {
  const steps: Step[] = [];
  return {
    list: () => steps.slice(),
    begin(text) {
      const place = steps.push({ text, status: 'doing' }) - 1;
      const put = (step: Step) => {
        steps[place] = step;
        tell();
      };
      tell();
      return {
        done: (said = text) => put({ text: said, status: 'done' }),
        fail: (said) => put({ text: said, status: 'failed' }),
      };
    },
    end() {
      for (const [place, step] of steps.entries()) {
        if (step.status === 'doing') steps[place] = { ...step, status: 'failed' };
      }
    },
  };
}
