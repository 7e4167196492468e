import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { ExpertSource } from '../mt5/install/deploy-expert.ts';
import type { TerminalRoots } from '../mt5/install/find-terminals.ts';
import type { Profile } from '../profiles/profile.ts';
import { loadProfile } from '../profiles/profile-store.ts';
import { savedSignInIn } from '../service/saved-sign-in.ts';
import { t } from '../words.ts';
import { type CheckedSetup, SETUP_CHECKS, vaultOf } from './check-setup.ts';
import { askRunningBot } from './check-terminal.ts';
import type { DoctorOptions } from './doctor-command.ts';
import type { Finding, FindingStatus } from './finding.ts';
import { terminalVisits, type VisitTerminal } from './visit-terminal.ts';

type HereDeps = BotDeps &
  Readonly<{ roots: TerminalRoots; expertSources(): readonly ExpertSource[] }>;

type DoctorDeps = Pick<
  HereDeps,
  'output' | 'clock' | 'fetch' | 'openVault' | 'roots' | 'expertSources'
> &
  Readonly<{
    nodeVersion: string;
    visitTerminal: VisitTerminal;
    /** What a bot that runs with the profile says of its terminal; null where none runs. */
    askRunningBot(profile: Profile, dataDir: string): Promise<readonly Finding[] | null>;
  }>;

/** The doctor, on this computer and with the bots that run on it. */
export function runDoctorHere(deps: HereDeps, options: DoctorOptions): Promise<ExitCode> {
  const { timers, stop } = deps;
  return runDoctor(
    {
      ...deps,
      nodeVersion: process.versions.node,
      visitTerminal: terminalVisits(timers, stop.interrupted),
      askRunningBot: (profile, dataDir) =>
        askRunningBot(profile, dataDir, 'command', stop.interrupted),
    },
    options,
  );
}

/**
 * Checks one by one what a live run needs. Each finding is told when it is made.
 *
 * @returns exit code 0 when nothing failed, else 1
 */
export async function runDoctor(deps: DoctorDeps, options: DoctorOptions): Promise<ExitCode> {
  const { output } = deps;
  const { dataDir, waitMs, json } = options;
  const profile = profileOf(options);
  const openVault = () => deps.openVault(dataDir);
  const setup: CheckedSetup = {
    ...deps,
    end: 'command',
    dataDir,
    profile,
    isGuided: false,
    openVault,
    askBot: (of) => deps.askRunningBot(of, dataDir),
    visit(of, token, look) {
      if (waitMs > 0)
        output.live(
          t`Listening on port ${{ port: of.bridge.port }} for the terminal, up to ${{ seconds: waitMs / 1_000 }} s`,
        );
      return deps.visitTerminal(of, token, waitMs, look);
    },
    service() {
      if (profile instanceof BotFault) return null;
      const vault = vaultOf({ openVault });
      const saved = vault && savedSignInIn(vault, dataDir, profile).read();
      return { address: profile.service, saved };
    },
  };
  const findings: Finding[] = [];
  for (const check of SETUP_CHECKS) {
    const found = await check(setup);
    findings.push(...found);
    if (!json) for (const each of found) output.out(`${findingText(each)}\n`);
  }
  const failed = findings.some(({ status }) => status === 'fail');
  if (json) output.out(`${JSON.stringify({ success: !failed, findings })}\n`);
  else output.line(verdictText(findings));
  return failed ? EXIT.unexpected : EXIT.done;
}

function profileOf({ dataDir, profile }: DoctorOptions): Profile | BotFault {
  try {
    return loadProfile(dataDir, profile);
  } catch (error) {
    if (error instanceof BotFault) return error;
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
  if (failed > 0) return t`${{ failed }} of ${{ count: findings.length }} checks failed.`;
  const warned = count('warn');
  return warned > 0 ? t`Ready, with ${{ warned }} to look at.` : t`Everything is ready.`;
}
