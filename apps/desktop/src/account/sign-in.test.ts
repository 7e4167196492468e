import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { failure } from '@quorate/bot/testing/stand-in-answers';
import { type StandIn, startStandIn } from '@quorate/bot/testing/stand-in-service';
import { signInSecret } from '@quorate/bot/vault/vault';
import type { DesktopDeps } from '../parts.ts';
import { partDeps } from '../testing/part-deps.ts';
import { refusalOf } from '../testing/refusal.ts';
import { type AccountDeps, createAccount } from './create-account.ts';

const MIRA = { username_or_email: 'mira', password: 'correct horse' };

async function stage(
  t: TestContext,
  over: Partial<DesktopDeps> & Partial<Pick<AccountDeps, 'service' | 'botsAtWork'>> = {},
) {
  const service = await startStandIn();
  t.after(() => service.kill());
  const deps = {
    ...partDeps(t, over),
    service: { address: service.url, fixed: false },
    botsAtWork: (): readonly string[] => [],
    ...over,
  };
  const account = createAccount(deps);
  t.after(() => account.close());
  return { service, deps, account };
}

/** Answers calls of one path with a failure of the contract. */
function refuse(service: StandIn, path: string, ...[code, details]: Parameters<typeof failure>) {
  const { status, document } = failure(code, details);
  service.mischief = (call) =>
    call.path === path ? { status, body: JSON.stringify(document) } : 'none';
}

describe('signing in at the desktop app', () => {
  it('makes this computer a device, keeps the token in the vault alone, and asks for the plan', async (t) => {
    const { service, deps, account } = await stage(t);
    assert.equal(account.current(), null);
    assert.equal(account.signedOutBecause(), null);
    let heard = 0;
    account.onChange(() => void heard++);

    assert.deepEqual(await account.signIn(MIRA), { kind: 'signed-in' });

    assert.deepEqual(service.devices, ['trading-desk']);
    assert.deepEqual(account.current(), {
      username: 'mira',
      email: 'mira@example.org',
      plan: {
        name: 'Free',
        terminal_accounts: 1,
        symbols: -1,
        daily_trades: -1,
        tokens_used: 0,
        token_limit: -1,
        period_end: '2026-12-01T00:00:00.000Z',
      },
      reachable: true,
    });
    assert.ok(heard >= 2, `${heard} changes were told`);
    const [token = ''] = service.sessions;
    const file = readFileSync(join(deps.dataDir, 'account.json'), 'utf8');
    assert.match(file, /"username": "mira"/);
    for (const kept of [file, deps.lines.join('\n')]) {
      assert.ok(!kept.includes(token) && !kept.includes(MIRA.password));
    }
    const secret = deps.vault.get(signInSecret({ service: service.url, user: 'mira' }));
    assert.ok(secret?.includes(token));
    assert.ok(!secret?.includes(MIRA.password));
  });

  it('says of a wrong password what the service says, at the field', async (t) => {
    const { account } = await stage(t);
    const refusal = await refusalOf(() => account.signIn({ ...MIRA, password: 'wrong' }));
    assert.equal(refusal.code, 'invalid_credentials');
    assert.deepEqual(refusal.fields, { password: 'Invalid username, email or password.' });
    assert.equal(account.current(), null);
    assert.equal(account.signedOutBecause(), null);
  });

  it('passes on that an address is not verified, and how long to wait after too many tries', async (t) => {
    const { service, account } = await stage(t);
    refuse(service, '/login', 'email_not_verified');
    const unverified = await refusalOf(() => account.signIn(MIRA));
    assert.equal(unverified.code, 'email_not_verified');
    assert.equal(unverified.message, 'Please verify your email before signing in.');
    refuse(service, '/login', 'rate_limited', { limit: '10 a minute', retry_after_s: 42 });
    const limited = await refusalOf(() => account.signIn(MIRA));
    assert.equal(limited.code, 'rate_limited');
    assert.match(limited.message, /Try again in 42 s\.$/);
  });

  it('names the address of a service that is away, and of something else that answers there', async (t) => {
    const { service, account } = await stage(t);
    service.mischief = () => ({ status: 200, body: '<html>' });
    const other = await refusalOf(() => account.signIn(MIRA));
    assert.equal(other.code, 'service_unreachable');
    assert.ok(other.message.includes(service.url));
    await service.kill();
    const away = await refusalOf(() => account.signIn(MIRA));
    assert.equal(
      away.message,
      `The service at ${service.url} is out of reach: nothing listens there.`,
    );
  });

  it('takes the code of an authenticator app after the password, wrong ones first', async (t) => {
    const { service, account } = await stage(t);
    refuse(service, '/login', 'second_factor_needed', { challenge: 'c'.repeat(43) });
    const first = await account.signIn(MIRA);
    assert.deepEqual(first, { kind: 'second-factor', challenge: 'c'.repeat(43) });
    assert.equal(account.current(), null);

    refuse(service, '/login/code', 'wrong_code');
    const given = { challenge: 'c'.repeat(43), code: '123456' };
    const wrong = await refusalOf(() => account.signInSecondFactor(given));
    assert.deepEqual(wrong.fields, { code: 'The code is not right, or was used before.' });

    const user = { id: service.userId, username: 'mira', email: 'm@example.org', role: 'user' };
    service.sessions.add('token-of-two-steps');
    const opened = { success: true, access_token: 'token-of-two-steps', user, message: '' };
    let sent = '';
    service.mischief = ({ path, text }) => {
      if (path !== '/login/code') return 'none';
      sent = text;
      return { status: 200, body: JSON.stringify(opened) };
    };
    assert.deepEqual(await account.signInSecondFactor(given), { kind: 'signed-in' });
    assert.deepEqual(JSON.parse(sent), given);
    assert.equal(account.token()?.token, 'token-of-two-steps');
    const again = await refusalOf(() => account.signInSecondFactor(given));
    assert.equal(again.code, 'signed_in');
  });

  it('begins again where nobody knows the first step, and remembers only the newest of many', async (t) => {
    const { service, account } = await stage(t);
    const unknown = { challenge: 'of an earlier start', code: '123456' };
    const over = await refusalOf(() => account.signInSecondFactor(unknown));
    assert.equal(over.code, 'challenge_over');
    assert.deepEqual(service.calls, []);
    for (let count = 0; count < 40; count++) {
      refuse(service, '/login', 'second_factor_needed', { challenge: `challenge ${count}` });
      await account.signIn(MIRA);
    }
    refuse(service, '/login/code', 'challenge_over');
    for (const [challenge, asked] of [
      ['challenge 0', 0],
      ['challenge 39', 1],
      ['challenge 39', 1],
    ] as const) {
      const refusal = await refusalOf(() => account.signInSecondFactor({ challenge, code: '1' }));
      assert.equal(refusal.code, 'challenge_over');
      assert.equal(service.calls.filter(({ path }) => path === '/login/code').length, asked);
    }
  });

  it('takes a code from the dashboard once', async (t) => {
    const { service, account } = await stage(t);
    service.codes.add('F7KQ-2MXD');
    const wrong = await refusalOf(() => account.signInWithCode({ code: 'AAAA-BBBB' }));
    assert.equal(wrong.code, 'device_code_invalid');
    assert.match(wrong.fields.code ?? '', /Make a new one on the dashboard/);
    assert.deepEqual(await account.signInWithCode({ code: 'F7KQ-2MXD' }), { kind: 'signed-in' });
    await account.signOut();
    const used = await refusalOf(() => account.signInWithCode({ code: 'F7KQ-2MXD' }));
    assert.equal(used.code, 'device_code_invalid');
  });

  it('makes one device of two sign-ins at once', async (t) => {
    const { service, account } = await stage(t);
    const both = await Promise.allSettled([account.signIn(MIRA), account.signIn(MIRA)]);
    assert.deepEqual(
      both.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    );
    assert.equal(service.sessions.size, 1);
  });

  it('takes another address where it is not fixed, and refuses what is none', async (t) => {
    const { service, account } = await stage(t, {
      service: { address: 'http://127.0.0.1:9', fixed: false },
    });
    for (const typed of [
      'quorate.example',
      'ftp://a.example',
      'http://me:secret@a.example',
      'x y',
    ]) {
      const refusal = await refusalOf(() => account.signIn({ ...MIRA, service: typed }));
      assert.ok(refusal.fields.service, typed);
    }
    await account.signIn({ ...MIRA, service: `${service.url}/` });
    assert.equal(account.service(), service.url);
    await account.signOut();
    assert.equal(account.service(), service.url);
  });

  it('keeps to its own service where the release says so', async (t) => {
    const own = 'https://quorate.example';
    const { service, account } = await stage(t, { service: { address: own, fixed: true } });
    const refusal = await refusalOf(() => account.signIn({ ...MIRA, service: service.url }));
    assert.equal(
      refusal.fields.service,
      `This app belongs to the service at ${own}, and cannot sign in at ${service.url}.`,
    );
    assert.deepEqual(service.calls, []);
  });
});

describe('a sign-in that cannot be kept', () => {
  it('is given back to the service when the vault does not open', async (t) => {
    const base = partDeps(t);
    const vault = {
      ...base.vault,
      set() {
        throw new Error('the vault is locked');
      },
    };
    const { service, account } = await stage(t, { vault });
    await assert.rejects(account.signIn(MIRA), /the vault is locked/);
    assert.equal(service.sessions.size, 0);
    assert.equal(account.current(), null);
  });

  it('is given back when the data folder cannot be written, and leaves nothing in the vault', async (t) => {
    const base = partDeps(t);
    const dataDir = join('/dev/null', 'data');
    const { service, deps, account } = await stage(t, { vault: base.vault, dataDir });
    const refusal = await refusalOf(() => account.signIn(MIRA));
    assert.equal(refusal.code, 'data_folder');
    assert.equal(service.sessions.size, 0);
    assert.equal(deps.vault.get(signInSecret({ service: service.url, user: 'mira' })), null);
  });
});
