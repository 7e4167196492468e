import type { Hello } from '../mt5/bridge/messages.ts';
import type { Permissions } from '../mt5/bridge/records.ts';
import { findSymbol } from '../mt5/broker/symbol-finder.ts';
import { EXPERT_VERSION } from '../mt5/expert-version.ts';
import { missingPermissions } from '../mt5/install/permission-advice.ts';
import type { Profile } from '../profiles/profile.ts';
import type { DoctorWords } from './doctor-words.ts';
import { type Finding, fail, ok, skip, warn } from './finding.ts';
import type { Visit } from './visit-terminal.ts';

const AFTER_CONNECTION = ['account', 'permissions', 'symbols', 'server-clock'] as const;
const QUARTER_MS = 15 * 60_000;
/** Quotes are some seconds old. */
const CLOCK_TOLERANCE_MS = 120_000;

/**
 * What the terminal tells when it is asked: its account, its permissions, its symbols, its clock.
 *
 * @param now UTC, ms
 */
export async function checkConnection(
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
