import { BotFault, EXIT, type ExitCode } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { ExpertSource } from '../mt5/install/expert-sources.ts';
import type { TerminalInstall, TerminalRoots } from '../mt5/install/find-terminals.ts';
import { isShared, noTokenAdvice } from '../mt5/install/share-token.ts';
import type { Profile } from '../profiles/profile.ts';
import { loadProfile } from '../profiles/profile-store.ts';
import { savedSignInIn } from '../service/saved-sign-in.ts';
import { profileSecret, type Vault } from '../vault/vault.ts';
import { checkDataFolder, checkNode, checkVault } from './check-computer.ts';
import { checkConnection } from './check-connection.ts';
import { checkInstall } from './check-install.ts';
import { checkService } from './check-service.ts';
import { findingText, verdictText } from './doctor-text.ts';
import { type Finding, fail, ok, skip } from './finding.ts';
import type { VisitTerminal } from './visit-terminal.ts';

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
  const { findings, terminal } = checkInstall(profile, deps.roots, deps.expertSources());
  tell(findings);
  tell(await checkBridge(deps, options, { profile, vault, terminal }));
  const saved = vault && savedSignInIn(vault, options.dataDir, profile).read();
  const { fetch, clock } = deps;
  const { service, configuration_name: name } = profile;
  tell(await checkService({ fetch, clock, service, name }, saved));
}

type Bridged = Readonly<{
  profile: Profile;
  vault: Vault | null;
  terminal: TerminalInstall | null;
}>;

async function checkBridge(
  deps: DoctorDeps,
  { dataDir, waitMs }: DoctorOptions,
  { profile, vault, terminal }: Bridged,
): Promise<readonly Finding[]> {
  const running = await deps.askRunningBot(profile, dataDir);
  if (running !== null) return running;
  const { configuration_name: name, bridge } = profile;
  const token = vault?.get(profileSecret(name, 'bridge-token')) ?? null;
  if (token === null) {
    const advice = noTokenAdvice(name);
    return [
      fail('bridge-token', 'the bot and the terminal share no token yet', advice),
      skip('connection', 'without a token nobody is let in'),
    ];
  }
  if (terminal && !isShared(terminal.dataFolder, token, profile)) {
    return [
      fail(
        'bridge-token',
        `the terminal has another token, port or number than the profile ${name}`,
        `Run: bot terminal install --profile ${name}`,
      ),
      skip('connection', 'with another token nobody is let in'),
    ];
  }
  if (waitMs > 0) {
    deps.output.live(
      `Listening on port ${bridge.port} for the terminal, up to ${waitMs / 1_000} s`,
    );
  }
  const found = await deps.visitTerminal(profile, token, waitMs, (visit) =>
    checkConnection(visit, profile, () => deps.clock.now()),
  );
  return [ok('bridge-token', 'in the vault'), ...found];
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
