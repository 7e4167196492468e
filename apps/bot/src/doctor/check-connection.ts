import type { Hello } from '../mt5/bridge/messages.ts';
import { findSymbol } from '../mt5/broker/symbol-finder.ts';
import { EXPERT_VERSION } from '../mt5/expert-version.ts';
import { allowListAdvice, missingPermissions } from '../mt5/install/permission-advice.ts';
import type { Profile } from '../profiles/profile.ts';
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
): Promise<readonly Finding[]> {
  const { port, transport } = profile.bridge;
  const skipped = AFTER_CONNECTION.map((check) => skip(check, 'no terminal is connected'));
  switch (visit.kind) {
    case 'taken':
      return [
        fail(
          'connection',
          `the bot cannot listen for the terminal: ${visit.reason}`,
          `End the program that holds port ${port}, or take another: bot profile edit ${profile.configuration_name} --port N`,
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
          allowListAdvice(port, transport),
        ),
        ...skipped,
      ];
    case 'here': {
      const { hello } = visit;
      return [
        checkExpertVersion(hello, profile),
        checkAccount(hello, profile),
        checkPermissions(hello),
        await checkSymbols(visit, profile),
        checkServerClock(hello, now()),
      ];
    }
  }
}

/** The terminal may keep running an expert that was replaced on the disk. */
function checkExpertVersion({ ea, build }: Hello, { configuration_name: name }: Profile): Finding {
  const detail = `expert ${ea}, terminal build ${build}`;
  if (ea === EXPERT_VERSION) return ok('connection', detail);
  return warn(
    'connection',
    `${detail}; this bot brings expert ${EXPERT_VERSION}`,
    `Run: bot terminal install --profile ${name}, then take Quorate off the chart and put it on again.`,
  );
}

function checkAccount({ account }: Hello, profile: Profile): Finding {
  const { login, server, trade_mode: mode } = account;
  const actual = `${login} at ${server}, ${mode}`;
  const { account_number, broker_server, account_type, configuration_name: name } = profile;
  // As exactly as the bot itself compares them when it trades.
  if (login !== account_number || server !== broker_server) {
    return fail(
      'account',
      `the terminal is signed in to ${actual}, and the profile says ${account_number} at ${broker_server}`,
      login === account_number && server.toLowerCase() === broker_server.toLowerCase()
        ? `Write the server as the terminal does: bot profile edit ${name} --broker-server ${server}`
        : 'Sign the terminal in to the account of the profile, or use the profile of this account.',
    );
  }
  const isReal = mode === 'real';
  if (isReal !== (account_type === 'real')) {
    return fail(
      'account',
      `the account is ${mode}, and the profile says ${account_type}`,
      `Once you are sure which it should be: bot profile edit ${name} --account-type ${isReal ? 'real' : 'demo'}, or sign the terminal in to another account.`,
    );
  }
  return ok('account', `${actual}, ${account.currency}, ${account.margin_mode}`);
}

function checkPermissions({ permissions }: Hello): Finding {
  const [first, ...more] = missingPermissions(permissions);
  if (first === undefined) return ok('permissions', 'all five are given');
  const names = [first, ...more].map(({ name }) => name).join(', ');
  const advice = [first, ...more].map((missing) => missing.advice).join(' ');
  return fail('permissions', `missing: ${names}`, advice);
}

async function checkSymbols(
  { link }: Extract<Visit, { kind: 'here' }>,
  { risk, configuration_name: name }: Profile,
): Promise<Finding> {
  const outcome = await link.request('symbol.names', {});
  if (outcome.kind !== 'ok') {
    const why = outcome.kind === 'error' ? outcome.message : outcome.reason;
    return warn('symbols', `the terminal did not name its symbols: ${why}`);
  }
  const found = risk.currency_pairs.map((pair) => findSymbol(pair, outcome.answer.names));
  const wrong = found.filter((each) => each.kind !== 'found').map(({ message }) => message);
  if (wrong.length > 0) {
    const advice = `Mend the list with: bot profile edit ${name} --currency-pairs EURUSD,GBPUSD`;
    return fail('symbols', wrong.join(' '), advice);
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
