import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { ExpertSource } from '../mt5/install/deploy-expert.ts';
import { absentText, type TerminalRoots } from '../mt5/install/find-terminals.ts';
import { allowListAdvice } from '../mt5/install/permission-advice.ts';
import { noTokenAdvice } from '../mt5/install/share-token.ts';
import type { Profile } from '../profiles/profile.ts';
import { loadProfile } from '../profiles/profile-store.ts';
import { savedSignInIn } from '../service/saved-sign-in.ts';
import type { Vault } from '../vault/vault.ts';
import { askRunningBot } from './ask-running-bot.ts';
import { checkDataFolder, checkNode, checkVault } from './check-computer.ts';
import { checkBridge } from './check-connection.ts';
import { checkInstall } from './check-install.ts';
import { checkService } from './check-service.ts';
import { type DoctorWords, type Finding, type FindingStatus, fail, ok } from './finding.ts';
import { terminalVisits, type VisitTerminal } from './visit-terminal.ts';

type Deps = BotDeps & Readonly<{ roots: TerminalRoots; expertSources(): readonly ExpertSource[] }>;

/** The doctor, on this computer and with the bots that run on it. */
export function runDoctorHere(deps: Deps, options: DoctorOptions): Promise<ExitCode> {
  const { timers, stop } = deps;
  return runDoctor(
    {
      ...deps,
      nodeVersion: process.versions.node,
      visitTerminal: terminalVisits(timers, stop.interrupted),
      askRunningBot: (profile, dataDir) =>
        askRunningBot(profile, dataDir, COMMAND_WORDS, stop.interrupted),
    },
    options,
  );
}

export type DoctorOptions = Readonly<{
  /** null for the only profile there is. */
  profile: string | null;
  dataDir: string;
  /** How long the terminal is waited for. */
  waitMs: number;
  json: boolean;
}>;

type DoctorDeps = Pick<BotDeps, 'output' | 'clock' | 'fetch' | 'openVault'> &
  Readonly<{
    nodeVersion: string;
    roots: TerminalRoots;
    expertSources(): readonly ExpertSource[];
    visitTerminal: VisitTerminal;
    /** What a bot that runs with the profile says of its terminal; null where none runs. */
    askRunningBot(profile: Profile, dataDir: string): Promise<readonly Finding[] | null>;
  }>;

/**
 * Checks one by one what a live run needs. Each finding is told when it is made.
 *
 * @returns exit code 0 when nothing failed, else 1
 */
export async function runDoctor(deps: DoctorDeps, options: DoctorOptions): Promise<ExitCode> {
  const findings: Finding[] = [];
  const tell = (found: readonly Finding[]) => {
    findings.push(...found);
    if (!options.json) for (const each of found) deps.output.out(`${findingText(each)}\n`);
  };
  tell([checkNode(deps.nodeVersion), checkDataFolder(options.dataDir)]);
  tell([checkVault(() => deps.openVault(options.dataDir))]);
  const profile = profileOf(options);
  if (profile instanceof BotFault) {
    tell([fail('profile', profile.message)]);
  } else {
    tell([ok('profile', `${profile.configuration_name} (${profile.account_type})`)]);
    await checkProfiled(deps, options, profile, tell);
  }
  const failed = findings.some(({ status }) => status === 'fail');
  if (options.json) deps.output.out(`${JSON.stringify({ success: !failed, findings })}\n`);
  else deps.output.line(verdictText(findings));
  return failed ? EXIT.unexpected : EXIT.done;
}

async function checkProfiled(
  deps: DoctorDeps,
  options: DoctorOptions,
  profile: Profile,
  tell: (found: readonly Finding[]) => void,
): Promise<void> {
  const vault = vaultOrNull(deps, options.dataDir);
  const sources = deps.expertSources();
  const { findings, terminal } = checkInstall(profile, deps.roots, sources, COMMAND_WORDS);
  tell(findings);
  tell(await bridgeOf(deps, options, { profile, vault, terminal }));
  const saved = vault && savedSignInIn(vault, options.dataDir, profile).read();
  const { fetch, clock } = deps;
  const { service, configuration_name: name } = profile;
  const words = COMMAND_WORDS;
  tell(await checkService({ fetch, clock, service, name, words }, saved));
}

/** A bot that runs is asked; else the terminal is waited for. */
async function bridgeOf(
  deps: DoctorDeps,
  { dataDir, waitMs }: DoctorOptions,
  bridged: Parameters<typeof checkBridge>[1],
): Promise<readonly Finding[]> {
  const running = await deps.askRunningBot(bridged.profile, dataDir);
  if (running !== null) return running;
  const { port } = bridged.profile.bridge;
  return checkBridge(
    {
      visit: (profile, token, look) => {
        if (waitMs > 0) {
          deps.output.live(`Listening on port ${port} for the terminal, up to ${waitMs / 1_000} s`);
        }
        return deps.visitTerminal(profile, token, waitMs, look);
      },
      now: () => deps.clock.now(),
      words: COMMAND_WORDS,
    },
    bridged,
  );
}

function profileOf({ dataDir, profile }: DoctorOptions): Profile | BotFault {
  try {
    return loadProfile(dataDir, profile);
  } catch (error) {
    if (error instanceof BotFault) return error;
    throw error;
  }
}

function vaultOrNull(deps: DoctorDeps, dataDir: string): Vault | null {
  try {
    return deps.openVault(dataDir);
  } catch (error) {
    // Its check has said so.
    if (error instanceof BotFault) return null;
    throw error;
  }
}

const MARKS: Readonly<Record<FindingStatus, string>> = {
  ok: 'ok  ',
  warn: 'WARN',
  fail: 'FAIL',
  skip: '-   ',
};

/** One finding as people read it; what to do stands below it. */
function findingText({ check, status, detail, advice }: Finding): string {
  const line = `${MARKS[status]}  ${check.padEnd(13)} ${detail}`;
  return advice === null ? line : `${line}\n      -> ${advice}`;
}

/** The last line. */
function verdictText(findings: readonly Finding[]): string {
  const count = (status: FindingStatus) =>
    findings.filter((finding) => finding.status === status).length;
  const failed = count('fail');
  if (failed > 0) return `${failed} of ${findings.length} checks failed.`;
  const warned = count('warn');
  return warned > 0 ? `Ready, with ${warned} to look at.` : 'Everything is ready.';
}

const edit = (name: string) => `bot profile edit ${name}`;
const install = (name: string) => `Run: bot terminal install --profile ${name}`;

/** For people at a command line: commands that can be typed as they stand. */
export const COMMAND_WORDS: DoctorWords = {
  noun: 'profile',
  absent: (choice, profile) => ({ detail: absentText(choice, profile), advice: null }),
  elsewhere:
    'Start the bot on the Windows computer of the terminal, or try it with: bot simulate-terminal',
  install,
  renew: (name) => `${install(name)}, then take Quorate off the chart and put it on again.`,
  noToken: noTokenAdvice,
  nobody: allowListAdvice,
  portTaken: (name, port) =>
    `End the program that holds port ${port}, or take another: ${edit(name)} --port N`,
  writeServer: (name, server) =>
    `Write the server as the terminal does: ${edit(name)} --broker-server ${server}`,
  otherAccount:
    'Sign the terminal in to the account of the profile, or use the profile of this account.',
  otherType: (name, actual) =>
    `Once you are sure which it should be: ${edit(name)} --account-type ${actual}, or sign the terminal in to another account.`,
  pairs: (name) => `Mend the list with: ${edit(name)} --currency-pairs EURUSD,GBPUSD`,
  service: (name) => `Start it (npm start), or mend the address: ${edit(name)} --service URL`,
  signIn: 'Make a code on the dashboard, under Security, and start the bot with --code.',
  signedOut:
    'The bot was ended on the dashboard. Make a code there, under Security, and start it with --code.',
  resume: (name) => `Let it go on with: bot resume --profile ${name}`,
};
