import type { Clock } from '@quorate/trading/loop/ports';
import { z } from 'zod';
import { askControl } from '../live/control.ts';
import { liveFolder } from '../live/live-account.ts';
import type { Hello } from '../mt5/bridge/messages.ts';
import { type Permissions, permissions } from '../mt5/bridge/records.ts';
import { findSymbol } from '../mt5/broker/symbol-finder.ts';
import { EXPERT_VERSION } from '../mt5/expert-version.ts';
import { compileState, type ExpertSource } from '../mt5/install/deploy-expert.ts';
import {
  pickTerminal,
  type TerminalInstall,
  type TerminalRoots,
} from '../mt5/install/find-terminals.ts';
import { missingPermissions } from '../mt5/install/permission-advice.ts';
import { readSelfTest } from '../mt5/install/self-test.ts';
import { isShared } from '../mt5/install/share-token.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSecret, type Vault } from '../vault/vault.ts';
import { select, t } from '../words.ts';
import { absentTerminal, type End, type Finding, fail, ok, repair, skip, warn } from './finding.ts';
import type { Visit } from './visit-terminal.ts';

/** Where the terminal of a configuration is looked for. */
export type TerminalSetup = Readonly<{
  end: End;
  clock: Clock;
  roots: TerminalRoots;
  expertSources(): readonly ExpertSource[];
  /** What a bot that runs says of its terminal; null where none runs. */
  askBot(profile: Profile): Promise<readonly Finding[] | null>;
  /** Listens for the terminal and shows who came; null where a bot was started meanwhile, which knows better. */
  visit(
    profile: Profile,
    token: string,
    look: (visit: Visit) => Promise<readonly Finding[]>,
  ): Promise<readonly Finding[] | null>;
}>;

/**
 * Whether the terminal of the profile is on this computer, and the expert in it. A terminal that is not
 * here is no fault where none can be: the simulator takes its place.
 */
export function checkInstall(
  { end, roots, expertSources }: TerminalSetup,
  profile: Profile,
): readonly Finding[] {
  const choice = pickTerminal(profile, roots);
  if (choice.kind === 'found') {
    const { terminal } = choice;
    const expert = checkExpert(terminal, expertSources(), repair(end, 'install', profile));
    return [ok('terminal', terminal.installFolder), expert, checkSelfTest(terminal)];
  }
  const { detail, advice } = absentTerminal(end, choice, profile);
  const found =
    roots.appData === null && profile.terminal_path === null
      ? warn(
          'terminal',
          t`MetaTrader 5 keeps its data where Windows does, and this is another system`,
          repair(end, 'elsewhere'),
        )
      : fail('terminal', detail, advice);
  return [found, skip('expert', t`no terminal to look into`)];
}

function checkExpert(
  { dataFolder }: TerminalInstall,
  sources: readonly ExpertSource[],
  advice: string | null,
): Finding {
  switch (compileState(dataFolder, sources)) {
    case 'current':
      return ok('expert', t`deployed and compiled`);
    case 'not-deployed':
      return fail('expert', t`it is not in ${{ dataFolder }} yet`, advice);
    case 'not-compiled':
      return fail('expert', t`it is deployed and not compiled`, advice);
    case 'outdated':
      return warn('expert', t`it was compiled from other sources than this version has`, advice);
  }
}

/** Whether bot and terminal share a token, and what the terminal says when it dials in, or the bot that has it. */
export async function checkTerminal(
  setup: TerminalSetup,
  vault: Vault | null,
  profile: Profile,
): Promise<readonly Finding[]> {
  const { shared, token, why } = checkToken(setup, vault, profile);
  for (;;) {
    const running = await setup.askBot(profile);
    if (running !== null) return [shared, ...running];
    if (token === null) return [shared, skip('connection', why)];
    const found = await setup.visit(profile, token, (visit) =>
      checkConnection(visit, profile, setup),
    );
    if (found !== null) return [shared, ...found];
  }
}

/** Whether bot and terminal share a token. @returns it, or null and why nobody can be let in */
function checkToken(
  setup: TerminalSetup,
  vault: Vault | null,
  profile: Profile,
): Readonly<{ shared: Finding; token: string | null; why: string }> {
  const { configuration_name: name } = profile;
  const token = vault?.get(profileSecret(name, 'bridge-token')) ?? null;
  if (token === null) {
    const detail = t`the bot and the terminal share no token yet`;
    const why = t`without a token nobody is let in`;
    return {
      shared: fail('bridge-token', detail, repair(setup.end, 'no-token', profile)),
      token,
      why,
    };
  }
  const choice = pickTerminal(profile, setup.roots);
  if (choice.kind === 'found' && !isShared(choice.terminal.dataFolder, token, profile)) {
    const { end } = setup;
    const detail = t`the terminal has another token, port or number than the ${select({ end }, { app: 'configuration', other: 'profile' })} ${{ name }}`;
    const why = t`with another token nobody is let in`;
    return {
      shared: fail('bridge-token', detail, repair(setup.end, 'install', profile)),
      token: null,
      why,
    };
  }
  return { shared: ok('bridge-token', t`in the vault`), token, why: '' };
}

const AFTER_CONNECTION = ['account', 'permissions', 'symbols', 'server-clock'] as const;
const QUARTER_MS = 15 * 60_000;
/** Quotes are some seconds old. */
const CLOCK_TOLERANCE_MS = 120_000;

/**
 * What the terminal tells when it is asked: its account, its permissions, its symbols, its clock.
 */
async function checkConnection(
  visit: Visit,
  profile: Profile,
  { end, clock }: TerminalSetup,
): Promise<readonly Finding[]> {
  const skipped = AFTER_CONNECTION.map((check) => skip(check, t`no terminal is connected`));
  switch (visit.kind) {
    case 'taken':
      return [
        fail(
          'connection',
          t`the bot cannot listen for the terminal: ${{ reason: visit.reason }}`,
          repair(end, 'port-taken', profile),
        ),
        ...skipped,
      ];
    case 'nobody':
      return [
        fail(
          'connection',
          visit.reason === null
            ? t`no terminal has dialled in`
            : t`a terminal came and was sent away: ${{ reason: visit.reason }}`,
          repair(end, 'nobody', profile),
        ),
        ...skipped,
      ];
    case 'here': {
      const { hello } = visit;
      return [
        checkExpertVersion(hello, repair(end, 'old-expert', profile)),
        checkAccount(hello, profile, end),
        permissionsFinding(hello.permissions),
        await checkSymbols(visit, profile, end),
        checkServerClock(hello, clock.now()),
      ];
    }
  }
}

/** What the expert found when it tried itself at its start. */
function checkSelfTest({ dataFolder }: TerminalInstall): Finding {
  const found = readSelfTest(dataFolder);
  if (found === null) return skip('self-test', t`the expert has not run in this terminal yet`);
  const { version, build, checks, failed } = found;
  const where = t`expert ${{ version }}, terminal build ${{ build }}`;
  if (failed === '') return ok('self-test', t`${{ checks }} checks of ${{ where }} are right`);
  return fail(
    'self-test',
    t`${{ where }} fails: ${{ failed }}`,
    t`Update the terminal and compile the expert again; send this line to support if it stays.`,
  );
}

/** The terminal may keep running an expert that was replaced on the disk. */
function checkExpertVersion({ ea, build }: Hello, advice: string | null): Finding {
  const detail = t`expert ${{ ea }}, terminal build ${{ build }}`;
  if (ea === EXPERT_VERSION) return ok('connection', detail);
  return warn(
    'connection',
    t`${{ detail }}; this bot brings expert ${{ expertVersion: EXPERT_VERSION }}`,
    advice,
  );
}

function checkAccount({ account }: Hello, profile: Profile, end: End): Finding {
  const { login, server, trade_mode: mode } = account;
  const actual = t`${{ login }} at ${{ server }}, ${{ mode }}`;
  const { account_number, broker_server, account_type } = profile;
  // As exactly as the bot itself compares them when it trades.
  if (login !== account_number || server !== broker_server) {
    return fail(
      'account',
      t`the terminal is signed in to ${{ actual }}, and the ${select({ end }, { app: 'configuration', other: 'profile' })} says ${{ accountNumber: account_number }} at ${{ brokerServer: broker_server }}`,
      login === account_number && server.toLowerCase() === broker_server.toLowerCase()
        ? repair(end, 'server-capitals', profile, server)
        : repair(end, 'other-account'),
    );
  }
  const isReal = mode === 'real';
  if (isReal !== (account_type === 'real')) {
    return fail(
      'account',
      t`the account is ${{ mode }}, and the ${select({ end }, { app: 'configuration', other: 'profile' })} says ${{ accountType: account_type }}`,
      repair(end, 'other-type', profile, isReal ? 'real' : 'demo'),
    );
  }
  return ok('account', `${actual}, ${account.currency}, ${account.margin_mode}`);
}

/** Which of the five permissions are missing, each with what to press. */
function permissionsFinding(permissions: Permissions): Finding {
  const [first, ...more] = missingPermissions(permissions);
  if (first === undefined) return ok('permissions', t`all five are given`);
  const names = [first, ...more].map(({ name }) => name).join(', ');
  const advice = [first, ...more].map((missing) => missing.advice).join(' ');
  return fail('permissions', t`missing: ${{ names }}`, advice);
}

async function checkSymbols(
  { link }: Extract<Visit, { kind: 'here' }>,
  profile: Profile,
  end: End,
): Promise<Finding> {
  const outcome = await link.request('symbol.names', {});
  if (outcome.kind !== 'ok') {
    const why = outcome.kind === 'error' ? outcome.message : outcome.reason;
    return warn('symbols', t`the terminal did not name its symbols: ${{ why }}`);
  }
  const found = profile.risk.currency_pairs.map((pair) => findSymbol(pair, outcome.answer.names));
  const wrong = found.filter((each) => each.kind !== 'found').map(({ message }) => message);
  if (wrong.length > 0) {
    return fail('symbols', wrong.join(' '), repair(end, 'pairs', profile));
  }
  return ok('symbols', found.map((each) => (each.kind === 'found' ? each.name : '')).join(', '));
}

/** A server's clock is some quarters of an hour from UTC; at a weekend it stands still. */
function checkServerClock({ server_time }: Hello, now: number): Finding {
  const distance = server_time * 1_000 - now;
  const quarters = Math.round(distance / QUARTER_MS) * QUARTER_MS;
  const rest = Math.abs(distance - quarters);
  const hours = quarters / 3_600_000;
  const clock = `UTC ${hours >= 0 ? '+' : ''}${hours} h`;
  if (Math.abs(hours) > 14) {
    return warn('server-clock', t`it stands still, as it does while the market is closed`);
  }
  if (rest <= CLOCK_TOLERANCE_MS) return ok('server-clock', clock);
  return warn(
    'server-clock',
    t`it is ${{ round: Math.round(rest / 1_000) }} s off ${{ clock }}: the market is closed, or the clock of this computer is wrong`,
    t`Let the system set the time by the internet.`,
  );
}

const status = z.object({
  /** Whose bot it is. */
  profile: z.string().optional(),
  connected: z.boolean(),
  halted: z.boolean(),
  account: z.object({ login: z.string(), server: z.string(), trade_mode: z.string() }).optional(),
  /** As the terminal told them last; absent while it is not there. */
  permissions: permissions.optional(),
});

/** For a bot that is well. */
const ANSWER_MS = 5_000;

/**
 * What a bot that runs with the profile says of its terminal. It holds the port, so nobody else can listen.
 *
 * @returns null where none runs
 */
export async function askRunningBot(
  profile: Profile,
  dataDir: string,
  end: End,
  signal: AbortSignal,
): Promise<readonly Finding[] | null> {
  const late = AbortSignal.timeout(ANSWER_MS);
  const soon = AbortSignal.any([signal, late]);
  const answer = await askControl(liveFolder(dataDir, profile), 'status', soon);
  if (answer.kind === 'not-running') return null;
  const bot = t`a bot runs with this ${select({ end }, { app: 'configuration', other: 'profile' })}`;
  if (answer.kind === 'failed') {
    return [
      warn(
        'connection',
        late.aborted
          ? t`${{ bot }} and has not answered within ${{ seconds: ANSWER_MS / 1_000 }} s`
          : t`${{ bot }} and does not answer: ${{ message: answer.message }}`,
      ),
    ];
  }
  const told = status.safeParse(answer.body);
  if (!told.success) return [ok('connection', bot)];
  const { connected, halted, account, permissions: given, profile: owner } = told.data;
  const own = profile.configuration_name;
  // Two with one account share its folder, and a bot trades for one of them alone.
  if (owner !== undefined && owner.toLowerCase() !== own.toLowerCase()) {
    return [
      fail(
        'connection',
        t`the bot of ${{ owner }} is at work on account ${{ accountNumber: profile.account_number }} at ${{ brokerServer: profile.broker_server }}`,
        t`Stop that bot, or give ${{ own }} an account of its own.`,
      ),
    ];
  }
  const findings: Finding[] = [
    connected
      ? ok('connection', t`${{ bot }}, and its terminal is connected`)
      : warn('connection', t`${{ bot }}, and waits for its terminal`),
  ];
  if (account) {
    findings.push(
      ok(
        'account',
        t`${{ login: account.login }} at ${{ server: account.server }}, ${{ tradeMode: account.trade_mode }}`,
      ),
    );
  }
  if (given) findings.push(permissionsFinding(given));
  if (halted) {
    const advice = repair(end, 'halted', profile);
    findings.push(warn('halted', t`the bot is halted and opens nothing`, advice));
  }
  return findings;
}
