import { type CompileResult, compileExpert } from '../mt5/install/compile-expert.ts';
import { compileState, type ExpertSource } from '../mt5/install/deploy-expert.ts';
import type { TerminalInstall } from '../mt5/install/find-terminals.ts';
import type { Programs } from '../mt5/install/run-program.ts';
import { startFileText, startTerminal } from '../mt5/install/start-terminal.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSecret, type Vault } from '../vault/vault.ts';
import { t } from '../words.ts';

/** The terminal reads its start file in its first seconds. */
export const READ_MS = 15_000;

/** A terminal that is open already is brought to the front instead, and takes no notice of a start file. */
export const endedAgain = () =>
  t`The terminal that was started has ended again, as it does where one is open already`;

/**
 * Compiles the expert unless its program is of exactly these sources.
 *
 * @returns null where nothing was to be done
 * @throws BotFault `terminal`
 */
export async function compileWhereStale(
  programs: Programs,
  terminal: TerminalInstall,
  sources: readonly ExpertSource[],
): Promise<CompileResult | null> {
  if (compileState(terminal.dataFolder, sources) === 'current') return null;
  return compileExpert(programs, terminal, sources);
}

/** @throws BotFault `vault` */
export function keptPassword(vault: Vault, { configuration_name: name }: Profile): string | null {
  return vault.get(profileSecret(name, 'terminal-password'));
}

type StartDeps = Readonly<{
  programs: Programs;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Removes the start file before its time. */
  interrupted: AbortSignal;
  /** The program that was started has ended, as it does at once where one is open already. */
  onEnd?: () => void;
}>;

/**
 * Starts the terminal with the expert on a chart. Ends once the start file, which holds the password, is
 * removed again.
 *
 * @param start `password` null for the one the terminal has saved, `symbol` null for the first pair
 * @param onStarted the program runs; its start file is still there
 * @throws BotFault `terminal` or `usage`
 */
export async function startWithExpert(
  { programs, sleep, interrupted, onEnd }: StartDeps,
  terminal: TerminalInstall,
  start: Readonly<{ profile: Profile; password: string | null; symbol: string | null }>,
  onStarted: () => void,
): Promise<void> {
  const text = startFileText(start.profile, start.password, start.symbol ?? undefined);
  const untilRead = async () => {
    onStarted();
    await sleep(READ_MS, interrupted);
  };
  await startTerminal(programs, terminal, text, untilRead, onEnd);
}
