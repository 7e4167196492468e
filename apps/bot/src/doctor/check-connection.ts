import type { Hello } from '../mt5/bridge/messages.ts';
import type { Permissions } from '../mt5/bridge/records.ts';
import { findSymbol } from '../mt5/broker/symbol-finder.ts';
import { EXPERT_VERSION } from '../mt5/expert-version.ts';
import type { TerminalInstall } from '../mt5/install/find-terminals.ts';
import { missingPermissions } from '../mt5/install/permission-advice.ts';
import { isShared } from '../mt5/install/share-token.ts';
import type { Profile } from '../profiles/profile.ts';
import { profileSecret, type Vault } from '../vault/vault.ts';
import { type DoctorWords, type Finding, fail, ok, skip, warn } from './finding.ts';
import type { Visit } from './visit-terminal.ts';

type BridgeDeps = Readonly<{
  /** Listens for the terminal and shows who came. */
  visit<Result>(
    profile: Profile,
    token: string,
    look: (visit: Visit) => Promise<Result>,
  ): Promise<Result>;
  /** UTC, ms. */
  now(): number;
  words: DoctorWords;
}>;

type Bridged = Readonly<{
  profile: Profile;
  /** null: it does not open. */
  vault: Vault | null;
  /** null: it is not on this computer, as a simulated one. */
  terminal: TerminalInstall | null;
}>;

/** Whether bot and terminal share a token, and what the terminal says when it dials in. */
export async function checkBridge(
  { visit, now, words }: BridgeDeps,
  bridged: Bridged,
): Promise<readonly Finding[]> {
  const { shared, token, why } = checkToken(bridged, words);
  if (token === null) return [shared, skip('connection', why)];
  const { profile } = bridged;
  const found = await visit(profile, token, (came) => checkConnection(came, profile, now, words));
  return [shared, ...found];
}

/** Whether bot and terminal share a token. @returns it, or null and why nobody can be let in */
export function checkToken(
  { profile, vault, terminal }: Bridged,
  words: Pick<DoctorWords, 'noun' | 'install' | 'noToken'>,
): Readonly<{ shared: Finding; token: string | null; why: string }> {
  const { configuration_name: name } = profile;
  const token = vault?.get(profileSecret(name, 'bridge-token')) ?? null;
  if (token === null) {
    const detail = 'the bot and the terminal share no token yet';
    const why = 'without a token nobody is let in';
    return { shared: fail('bridge-token', detail, words.noToken(name)), token, why };
  }
  if (terminal && !isShared(terminal.dataFolder, token, profile)) {
    const detail = `the terminal has another token, port or number than the ${words.noun} ${name}`;
    const why = 'with another token nobody is let in';
    return { shared: fail('bridge-token', detail, words.install(name)), token: null, why };
  }
  return { shared: ok('bridge-token', 'in the vault'), token, why: '' };
}

const AFTER_CONNECTION = ['account', 'permissions', 'symbols', 'server-clock'] as const;
const QUARTER_MS = 15 * 60_000;
/** Quotes are some seconds old. */
const CLOCK_TOLERANCE_MS = 120_000;

/**
 * What the terminal tells when it is asked: its account, its permissions, its symbols, its clock.
 *
 * @param now UTC, ms
 */
async function checkConnection(
  visit: Visit,
  profile: Profile,
  now: () => number,
  words: DoctorWords,
): Promise<readonly Finding[]> {
  const { port, transport } = profile.bridge;
  const name = profile.configuration_name;
  const skipped = AFTER_CONNECTION.map((check) => skip(check, 'no terminal is connected'));
  switch (visit.kind) {
    case 'taken':
      return [
        fail(
          'connection',
          `the bot cannot listen for the terminal: ${visit.reason}`,
          words.portTaken(name, port),
        ),
        ...skipped,
      ];
    case 'nobody':
      return [
        fail(
          'connection',
          visit.reason === null
            ? 'no terminal has dialled in'
            : `a terminal came and was sent away: ${visit.reason}`,
          words.nobody(port, transport),
        ),
        ...skipped,
      ];
    case 'here': {
      const { hello } = visit;
      return [
        checkExpertVersion(hello, words.renew(name)),
        checkAccount(hello, profile, words),
        permissionsFinding(hello.permissions),
        await checkSymbols(visit, profile, words),
        checkServerClock(hello, now()),
      ];
    }
  }
}

/** The terminal may keep running an expert that was replaced on the disk. */
function checkExpertVersion({ ea, build }: Hello, advice: string): Finding {
  const detail = `expert ${ea}, terminal build ${build}`;
  if (ea === EXPERT_VERSION) return ok('connection', detail);
  return warn('connection', `${detail}; this bot brings expert ${EXPERT_VERSION}`, advice);
}

function checkAccount({ account }: Hello, profile: Profile, words: DoctorWords): Finding {
  const { login, server, trade_mode: mode } = account;
  const actual = `${login} at ${server}, ${mode}`;
  const { account_number, broker_server, account_type, configuration_name: name } = profile;
  // As exactly as the bot itself compares them when it trades.
  if (login !== account_number || server !== broker_server) {
    return fail(
      'account',
      `the terminal is signed in to ${actual}, and the ${words.noun} says ${account_number} at ${broker_server}`,
      login === account_number && server.toLowerCase() === broker_server.toLowerCase()
        ? words.writeServer(name, server)
        : words.otherAccount,
    );
  }
  const isReal = mode === 'real';
  if (isReal !== (account_type === 'real')) {
    return fail(
      'account',
      `the account is ${mode}, and the ${words.noun} says ${account_type}`,
      words.otherType(name, isReal ? 'real' : 'demo'),
    );
  }
  return ok('account', `${actual}, ${account.currency}, ${account.margin_mode}`);
}

/** Which of the five permissions are missing, each with what to press. */
export function permissionsFinding(permissions: Permissions): Finding {
  const [first, ...more] = missingPermissions(permissions);
  if (first === undefined) return ok('permissions', 'all five are given');
  const names = [first, ...more].map(({ name }) => name).join(', ');
  const advice = [first, ...more].map((missing) => missing.advice).join(' ');
  return fail('permissions', `missing: ${names}`, advice);
}

async function checkSymbols(
  { link }: Extract<Visit, { kind: 'here' }>,
  { risk, configuration_name: name }: Profile,
  words: DoctorWords,
): Promise<Finding> {
  const outcome = await link.request('symbol.names', {});
  if (outcome.kind !== 'ok') {
    const why = outcome.kind === 'error' ? outcome.message : outcome.reason;
    return warn('symbols', `the terminal did not name its symbols: ${why}`);
  }
  const found = risk.currency_pairs.map((pair) => findSymbol(pair, outcome.answer.names));
  const wrong = found.filter((each) => each.kind !== 'found').map(({ message }) => message);
  if (wrong.length > 0) {
    return fail('symbols', wrong.join(' '), words.pairs(name));
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
    return warn('server-clock', 'it stands still, as it does while the market is closed');
  }
  if (rest <= CLOCK_TOLERANCE_MS) return ok('server-clock', clock);
  return warn(
    'server-clock',
    `it is ${Math.round(rest / 1_000)} s off ${clock}: the market is closed, or the clock of this computer is wrong`,
    'Let the system set the time by the internet.',
  );
}
