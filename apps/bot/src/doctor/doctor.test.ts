import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { instant } from '@quorate/values/instant';
import type { Hello } from '../mt5/bridge/messages.ts';
import { EXPERT_VERSION } from '../mt5/expert-version.ts';
import type { TerminalRoots } from '../mt5/install/find-terminals.ts';
import { SELF_TEST_FILE } from '../mt5/install/self-test.ts';
import { shareToken } from '../mt5/install/share-token.ts';
import { fakeWindows } from '../mt5/install/testing/fake-terminal-folder.ts';
import { checkProfile } from '../profiles/check-profile.ts';
import { profileStore } from '../profiles/profile-store.ts';
import { savedSignInIn } from '../service/saved-sign-in.ts';
import { heardOutput } from '../testing/heard-output.ts';
import { memoryVault } from '../testing/memory-vault.ts';
import { profileSecret } from '../vault/vault.ts';
import { checkDataFolder, checkNode } from './check-setup.ts';
import type { Finding } from './finding.ts';
import { runDoctor } from './run-doctor.ts';
import type { Visit } from './visit-terminal.ts';

const NOW = Date.UTC(2026, 10, 18, 12);
const TOKEN = 'a1'.repeat(32);
const PROFILE = checkProfile(
  {
    configuration_name: 'Main',
    user: 'mira',
    account_number: '5012345',
    broker_server: 'Broker-Demo',
    risk: { currency_pairs: ['EURUSD'] },
  },
  'a test',
);
const HELLO: Hello = {
  proto: ['tb/1'],
  nonce: 'b2'.repeat(32),
  mac: 'c3'.repeat(32),
  ea: EXPERT_VERSION,
  build: 4_755,
  account: {
    login: '5012345',
    server: 'Broker-Demo',
    company: 'Broker Ltd',
    currency: 'USD',
    currency_digits: 2,
    leverage: 100,
    margin_mode: 'hedging',
    trade_mode: 'demo',
  },
  permissions: {
    connected: true,
    algo_trading: true,
    expert_trading: true,
    account_trading: true,
    account_experts: true,
  },
  server_time: NOW / 1_000 + 7_200,
};

function here(hello: Hello = HELLO, names = ['EURUSD.a', 'XAUUSD.a']): Visit {
  const link = { request: async () => ({ kind: 'ok', answer: { names } }) };
  return { kind: 'here', hello, link: link as unknown as Extract<Visit, { kind: 'here' }>['link'] };
}

/** A service that is ready, knows the token and tells its time. */
function service(change: Readonly<{ at?: number; status?: number; tokens?: number }> = {}) {
  const answer = (status: number, document: unknown) =>
    new Response(JSON.stringify(document), {
      status,
      headers: { date: new Date(change.at ?? NOW).toUTCString() },
    });
  return async (url: unknown): Promise<Response> => {
    const { pathname } = new URL(String(url));
    if (pathname === '/healthz') return answer(200, { status: 'ok', version: '1' });
    if (pathname === '/readyz') return answer(200, { status: 'ready', database: 'embedded' });
    if (change.status === 401) {
      const message = 'Please sign in.';
      return answer(401, { success: false, code: 'unauthorized', message, error: message });
    }
    const from = '2026-11-01T00:00:00.000Z';
    return answer(200, {
      success: true,
      plan_name: 'Starter',
      symbols: 2,
      daily_trades: 10,
      rate_limit_per_minute: 60,
      terminal_accounts: 1,
      usage: {
        token_limit: 3_000,
        tokens_used: 0,
        tokens_remaining: change.tokens ?? 3_000,
        period_start: from,
        period_end: '2026-12-01T00:00:00.000Z',
      },
    });
  };
}

type Stage = Readonly<{
  visit?: Visit;
  fetch?: (url: unknown) => Promise<Response>;
  roots?: TerminalRoots;
  running?: readonly Finding[];
  token?: string | null;
  signedIn?: boolean;
  profile?: string | null;
}>;

async function examine(t: TestContext, stage: Stage = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bot doctor '));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const vault = memoryVault();
  const token = stage.token === undefined ? TOKEN : stage.token;
  if (token !== null) vault.set(profileSecret('Main', 'bridge-token'), token);
  if (stage.signedIn !== false) {
    savedSignInIn(vault, dataDir, PROFILE).write({
      user: {
        id: '0197a0c0-0000-7000-8000-000000000009',
        username: 'mira',
        email: 'mira@example.org',
        role: 'user',
      },
      token: 'd4'.repeat(20),
    });
  }
  profileStore(dataDir).save(PROFILE);
  const output = heardOutput();
  const exit = await runDoctor(
    {
      output,
      clock: { now: () => instant(NOW) },
      fetch: (stage.fetch ?? service()) as typeof fetch,
      openVault: () => vault,
      nodeVersion: '26.10.0',
      roots: stage.roots ?? { appData: null },
      expertSources: () => [{ path: 'Quorate.mq5', bytes: Buffer.from('// expert\n') }],
      visitTerminal: (_profile, _token, _waitMs, look) => look(stage.visit ?? here()),
      askRunningBot: async () => stage.running ?? null,
    },
    { profile: stage.profile ?? null, dataDir, waitMs: 0, json: true },
  );
  const { findings } = JSON.parse(output.printed()) as { findings: readonly Finding[] };
  const of = (check: string) => {
    const found = findings.find((finding) => finding.check === check);
    assert.ok(found, `no finding ${check}`);
    return found;
  };
  return { exit, findings, of, printed: `${output.printed()}${output.lines().join('\n')}` };
}

describe('the doctor', () => {
  it('ends with 0 where everything is ready, and has looked at everything', async (t) => {
    const { exit, findings } = await examine(t);
    assert.equal(exit, 0);
    assert.deepEqual(
      findings.map(({ check, status }) => `${check} ${status}`),
      [
        'node ok',
        'data-folder ok',
        'vault warn',
        'profile ok',
        'terminal warn',
        'expert skip',
        'bridge-token ok',
        'connection ok',
        'account ok',
        'permissions ok',
        'symbols ok',
        'server-clock ok',
        'service ok',
        'clock ok',
        'sign-in ok',
        'plan ok',
      ],
    );
  });

  it('tells no secret', async (t) => {
    const { printed } = await examine(t);
    assert.ok(!printed.includes(TOKEN));
    assert.ok(!printed.includes('d4d4'));
  });

  it('ends with 1 and what to do where the profile is not there', async (t) => {
    const { exit, of, findings } = await examine(t, { profile: 'Mian' });
    assert.equal(exit, 1);
    assert.match(of('profile').detail, /did you mean main\?/);
    assert.equal(findings.at(-1)?.check, 'profile');
  });

  it('names the permission that is missing, and no other', async (t) => {
    const permissions = { ...HELLO.permissions, expert_trading: false };
    const { exit, of } = await examine(t, { visit: here({ ...HELLO, permissions }) });
    assert.equal(exit, 1);
    assert.equal(of('permissions').detail, 'missing: expert_trading');
    assert.match(of('permissions').advice ?? '', /tick "Allow Algo Trading"/);
  });

  it('sees another account, and a real one where the profile says demo', async (t) => {
    const other = { ...HELLO.account, login: '77' };
    const wrong = await examine(t, { visit: here({ ...HELLO, account: other }) });
    assert.match(wrong.of('account').detail, /signed in to 77 at Broker-Demo.*says 5012345/);
    const real = { ...HELLO.account, trade_mode: 'real' as const };
    const risky = await examine(t, { visit: here({ ...HELLO, account: real }) });
    assert.equal(risky.of('account').status, 'fail');
    assert.match(risky.of('account').detail, /the account is real, and the profile says demo/);
  });

  it('sees a server in other letters, with which the bot would send the terminal away', async (t) => {
    const account = { ...HELLO.account, server: 'broker-demo' };
    const { exit, of } = await examine(t, { visit: here({ ...HELLO, account }) });
    assert.equal(exit, 1);
    assert.match(of('account').advice ?? '', /profile edit Main --broker-server broker-demo/);
  });

  it('gives commands that can be typed as they stand', async (t) => {
    const { findings } = await examine(t, {
      visit: here(HELLO, ['EURJPY']),
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    const edits = findings.flatMap(({ advice }) => advice?.match(/bot profile edit .*/) ?? []);
    assert.equal(edits.length, 2);
    for (const edit of edits) assert.match(edit, /^bot profile edit Main --/);
  });

  it('sees an expert of another version, which the terminal may still run', async (t) => {
    const { exit, of } = await examine(t, { visit: here({ ...HELLO, ea: '0.9.0' }) });
    assert.equal(exit, 0);
    assert.equal(of('connection').status, 'warn');
    assert.match(of('connection').detail, /expert 0\.9\.0.*this bot brings expert/);
  });

  it('finds the suffix of the broker, and says where a symbol is missing', async (t) => {
    assert.equal((await examine(t)).of('symbols').detail, 'EURUSD.a');
    const { of } = await examine(t, { visit: here(HELLO, ['EURJPY']) });
    assert.match(of('symbols').detail, /no symbol EURUSD\. It has EURJPY/);
  });

  it('says what to do by hand where no terminal dials in', async (t) => {
    const { exit, of } = await examine(t, { visit: { kind: 'nobody', reason: null } });
    assert.equal(exit, 1);
    assert.match(of('connection').advice ?? '', /add 127\.0\.0\.1 .*port 7420/);
    assert.equal(of('permissions').status, 'skip');
  });

  it('says who was sent away and why, and who holds the port', async (t) => {
    const away = await examine(t, { visit: { kind: 'nobody', reason: 'another token' } });
    assert.match(away.of('connection').detail, /sent away: another token/);
    const taken = await examine(t, { visit: { kind: 'taken', reason: 'port 7420 is in use' } });
    assert.match(taken.of('connection').detail, /port 7420 is in use/);
  });

  it('takes the word of a bot that runs, and does not listen beside it', async (t) => {
    const running: Finding = {
      check: 'connection',
      status: 'ok',
      detail: 'a bot runs',
      advice: null,
    };
    const { exit, of } = await examine(t, {
      running: [running],
      visit: { kind: 'taken', reason: 'the bot has it' },
    });
    assert.equal(exit, 0);
    assert.equal(of('connection').detail, 'a bot runs');
  });

  it('asks for the installation where the terminal has no token', async (t) => {
    const { of } = await examine(t, { token: null });
    assert.match(of('bridge-token').advice ?? '', /bot terminal install --profile Main/);
    assert.match(of('bridge-token').advice ?? '', /bot terminal token --profile Main --file /);
  });

  it('looks whether the expert is in the terminal of this computer', async (t) => {
    const windows = fakeWindows(t);
    const { dataFolder } = windows.addTerminal('MetaTrader 5');
    shareToken(dataFolder, TOKEN, PROFILE);
    const { of } = await examine(t, { roots: windows.roots });
    assert.equal(of('terminal').status, 'ok');
    assert.equal(of('expert').status, 'fail');
    assert.match(of('expert').advice ?? '', /bot terminal install/);
  });

  it('reads what the expert found when it tried itself', async (t) => {
    const windows = fakeWindows(t);
    const { dataFolder } = windows.addTerminal('MetaTrader 5');
    shareToken(dataFolder, TOKEN, PROFILE);
    const found = async () => (await examine(t, { roots: windows.roots })).of('self-test');
    assert.equal((await found()).status, 'skip');
    const file = join(dataFolder, ...SELF_TEST_FILE);
    writeFileSync(file, 'version=1.1.0\nbuild=5577\nchecks=11\nfailed=\n');
    assert.match((await found()).detail, /^11 checks of expert 1\.1\.0, terminal build 5577/);
    writeFileSync(file, 'version=1.1.0\nbuild=5577\nchecks=11\nfailed=sha256, json\n');
    assert.deepEqual(
      [(await found()).status, (await found()).detail],
      ['fail', 'expert 1.1.0, terminal build 5577 fails: sha256, json'],
    );
  });

  it('says where the terminal has another token or port than the profile', async (t) => {
    const windows = fakeWindows(t);
    const { dataFolder } = windows.addTerminal('MetaTrader 5');
    shareToken(dataFolder, 'ff'.repeat(32), PROFILE);
    const { of } = await examine(t, { roots: windows.roots });
    assert.equal(of('bridge-token').status, 'fail');
  });

  it('measures the clock of this computer by the service', async (t) => {
    const { of } = await examine(t, { fetch: service({ at: NOW - 3_600_000 }) });
    assert.match(of('clock').detail, /3599 s ahead of the service/);
    const behind = await examine(t, { fetch: service({ at: NOW + 90_000 }) });
    assert.match(behind.of('clock').detail, /90 s behind the service/);
  });

  it('tells a service that is away from one that no longer knows the bot', async (t) => {
    const away = await examine(t, {
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    assert.equal(away.of('service').status, 'fail');
    assert.equal(away.of('plan').status, 'skip');
    const ended = await examine(t, { fetch: service({ status: 401 }) });
    assert.equal(ended.of('service').status, 'ok');
    assert.match(ended.of('sign-in').advice ?? '', /ended on the dashboard/);
    const fresh = await examine(t, { signedIn: false });
    assert.equal(fresh.of('sign-in').status, 'warn');
  });

  it('says when the tokens of the plan are used up', async (t) => {
    const { of } = await examine(t, { fetch: service({ tokens: 0 }) });
    assert.match(of('plan').detail, /no tokens are left until 2026-12-01/);
  });

  it('knows a Node that is too old, and a data folder that is a file', (t) => {
    assert.equal(checkNode('24.1.0').status, 'fail');
    const dataDir = mkdtempSync(join(tmpdir(), 'bot doctor '));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    writeFileSync(join(dataDir, 'file'), '');
    const { detail } = checkDataFolder(join(dataDir, 'file'), 'command');
    assert.match(detail, /file cannot be used: a file of that name is in the way\./);
    assert.equal(checkDataFolder(dataDir, 'command').status, 'ok');
    assert.deepEqual(readdirSync(dataDir), ['file']);
  });
});
