import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import { compileText } from '../mt5/install/compile-expert.ts';
import { deployExpert, type ExpertSource } from '../mt5/install/deploy-expert.ts';
import {
  chooseTerminal,
  findTerminals,
  type TerminalRoots,
} from '../mt5/install/find-terminals.ts';
import { allowListAdvice } from '../mt5/install/permission-advice.ts';
import type { Programs } from '../mt5/install/run-program.ts';
import { bridgeToken, shareToken, writeBridgeFile } from '../mt5/install/share-token.ts';
import { type LogKind, readTerminalLog } from '../mt5/install/terminal-logs.ts';
import { loadProfile } from '../profiles/profile-store.ts';
import { t } from '../words.ts';
import {
  compileWhereStale,
  endedAgain,
  keptPassword,
  READ_MS,
  startWithExpert,
} from './terminal-steps.ts';

type Where = Readonly<{ dataDir: string; json: boolean }>;
type Profiled = Where & Readonly<{ profile: string | null }>;

/** What is to be done with a terminal. */
export type TerminalAction =
  | (Readonly<{ kind: 'list' }> & Where)
  | (Readonly<{ kind: 'install' }> & Profiled)
  | (Readonly<{ kind: 'token'; file: string }> & Profiled)
  | (Readonly<{ kind: 'start'; symbol: string | null }> & Profiled)
  | (Readonly<{ kind: 'logs'; log: LogKind; lines: number }> & Profiled);

type TerminalDeps = Pick<BotDeps, 'output' | 'openVault' | 'sleep' | 'stop'> &
  Readonly<{
    roots: TerminalRoots;
    programs: Programs;
    expertSources(): readonly ExpertSource[];
  }>;

/**
 * Lists terminals, installs the expert, starts a terminal, prints its log.
 *
 * @throws BotFault `terminal`, `profile`, `vault` or `usage`
 */
export async function runTerminal(deps: TerminalDeps, action: TerminalAction): Promise<ExitCode> {
  switch (action.kind) {
    case 'list':
      return list(deps, action);
    case 'install':
      return install(deps, action);
    case 'token':
      return token(deps, action);
    case 'start':
      return start(deps, action);
    case 'logs':
      return logs(deps, action);
  }
}

function list({ output, roots }: TerminalDeps, { json }: Where): ExitCode {
  const terminals = findTerminals(roots);
  if (json) output.out(`${JSON.stringify({ terminals })}\n`);
  else if (terminals.length === 0) {
    output.line(t`No MetaTrader 5 was found for this user. Install it and start it once.`);
  }
  for (const { installFolder, dataFolder } of json ? [] : terminals) {
    output.out(`${installFolder}\n  data: ${dataFolder}\n`);
  }
  return EXIT.done;
}

async function install(deps: TerminalDeps, action: Profiled): Promise<ExitCode> {
  const { output, roots, programs } = deps;
  const profile = loadProfile(action.dataDir, action.profile);
  const terminal = chooseTerminal(profile, roots);
  const sources = deps.expertSources();
  const written = deployExpert(terminal.dataFolder, sources);
  output.line(
    t`Expert: ${{ written: written.length }} of ${{ sources: sources.length }} files are new in ${{ dataFolder: terminal.dataFolder }}.`,
  );
  shareToken(terminal.dataFolder, bridgeToken(deps.openVault(action.dataDir), profile), profile);
  const result = await compileWhereStale(programs, terminal, sources);
  output.line(result === null ? t`It is compiled already.` : compileText(result));
  const compiled = result === null || result.errors === 0;
  if (compiled) output.line(allowListAdvice(profile.bridge.port, profile.bridge.transport));
  if (action.json) {
    const { installFolder, dataFolder } = terminal;
    const document = { success: compiled, installFolder, dataFolder, written, compiled: result };
    output.out(`${JSON.stringify(document)}\n`);
  }
  return compiled ? EXIT.done : EXIT.notReady;
}

/** For a terminal that is not on this computer's list: under Wine, or simulated. */
function token(
  deps: TerminalDeps,
  { dataDir, profile: name, file, json }: Extract<TerminalAction, { kind: 'token' }>,
): ExitCode {
  const profile = loadProfile(dataDir, name);
  writeBridgeFile(file, bridgeToken(deps.openVault(dataDir), profile), profile);
  deps.output.line(
    t`The token, the port and the number of ${{ configurationName: profile.configuration_name }} are in ${{ file }}.`,
  );
  if (json) deps.output.out(`${JSON.stringify({ success: true, file })}\n`);
  return EXIT.done;
}

async function start(
  deps: TerminalDeps,
  action: Extract<TerminalAction, { kind: 'start' }>,
): Promise<ExitCode> {
  const { output, roots, programs, sleep, stop } = deps;
  const profile = loadProfile(action.dataDir, action.profile);
  const terminal = chooseTerminal(profile, roots);
  const password = keptPassword(deps.openVault(action.dataDir), profile);
  if (password === null) {
    output.line(
      t`No password is kept for ${{ configurationName: profile.configuration_name }}; the terminal uses the one it has saved. To keep one: bot profile password ${{ configurationName: profile.configuration_name }}`,
    );
  }
  const { symbol } = action;
  await startWithExpert(
    {
      programs,
      sleep,
      interrupted: stop.interrupted,
      onEnd: () =>
        output.line(t`${{ endedAgain: endedAgain() }}. Close MetaTrader 5 and start it once more.`),
    },
    terminal,
    { profile, password, symbol },
    () => output.line(t`Started; its start file is removed in ${{ seconds: READ_MS / 1_000 }} s.`),
  );
  output.line(
    t`Check it with: bot doctor --profile ${{ configurationName: profile.configuration_name }}`,
  );
  if (action.json) output.out(`${JSON.stringify({ success: true, ...terminal })}\n`);
  return EXIT.done;
}

function logs(
  { output, roots }: TerminalDeps,
  action: Extract<TerminalAction, { kind: 'logs' }>,
): ExitCode {
  const { dataFolder } = chooseTerminal(loadProfile(action.dataDir, action.profile), roots);
  const log = readTerminalLog(dataFolder, action.log, action.lines);
  if (log === null) {
    throw new BotFault('terminal', t`The terminal has written no log in ${{ dataFolder }} yet.`);
  }
  if (action.json) output.out(`${JSON.stringify(log)}\n`);
  else output.out(`${log.file}\n${log.lines.map((line) => `${line}\n`).join('')}`);
  return EXIT.done;
}
