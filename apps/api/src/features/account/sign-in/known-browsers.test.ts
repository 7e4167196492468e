import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, login, resetPassword } from '@quorate/contract/account';
import { confirmIdentity, endOtherSessions } from '@quorate/contract/security';
import { loginWithCode, startPasskeyLogin } from '@quorate/contract/sign-in-steps';
import { mailedToken, signedInUser } from '../../../../test/helpers/builders.ts';
import { codeOf, userWithApp, wrongCodeOf } from '../../../../test/helpers/second-factor.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';

const STRANGER = '198.51.100.7';
const PASSWORD = 'correct horse battery';
const MINUTE_MS = 60_000;

type From = { from?: string; cookie?: string | undefined; token?: string };

/** A call as a browser sends it: from an address, with the cookie that it was given. */
async function post(
  { app }: TestService,
  path: string,
  payload: object,
  { from = STRANGER, cookie, token }: From = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: path,
    payload,
    remoteAddress: from,
    headers: {
      ...(cookie && { cookie }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  });
  const [given] = [response.headers['set-cookie'] ?? []].flat();
  const body = response.json<{
    code?: string;
    access_token?: string;
    details?: { challenge?: string };
  }>();
  return {
    status: response.statusCode,
    code: body.code ?? 'done',
    token: body.access_token ?? '',
    challenge: body.details?.challenge ?? '',
    given,
    cookie: given?.split(';', 1)[0] ?? cookie,
  };
}

const signIn = (service: TestService, password: string, from: From = {}, name = 'amina') =>
  post(service, login.path, { username_or_email: name, password }, from);

/** A stranger guesses from one address and from thirty more, until each is refused. */
async function guess(service: TestService, round: number) {
  for (let count = 0; count < 11; count += 1) await signIn(service, `guess ${round} ${count}`);
  for (let count = 0; count < 30; count += 1)
    await signIn(
      service,
      `more ${round} ${count}`,
      { from: `203.0.113.${count + 1}` },
      count % 2 ? 'amina' : 'amina@example.com',
    );
}

async function start(t: Parameters<typeof startTestService>[0], options = {}) {
  const service = await startTestService(t, options);
  const owner = await signedInUser(service, { username: 'amina' });
  const { cookie } = await signIn(service, PASSWORD, { from: '192.0.2.1' });
  return { service, owner, cookie };
}

describe('a browser that an account knows', () => {
  it('lets the owner in from anywhere for as long as strangers guess, and never the guesser', async (t) => {
    const { service, cookie } = await start(t);
    for (let round = 0; round < 8; round += 1) {
      await guess(service, round);
      const owner = await signIn(service, PASSWORD, { from: `192.0.2.${round + 10}`, cookie });
      assert.equal(owner.status, 200, `round ${round}: ${owner.code}`);
      const guesser = await signIn(service, PASSWORD);
      assert.deepEqual([guesser.status, guesser.given], [429, undefined], `round ${round}`);
      const elsewhere = await signIn(service, PASSWORD, { from: '203.0.113.99' });
      assert.equal(elsewhere.status, 429, `round ${round}`);
      service.clock.advance(15 * MINUTE_MS);
    }
  });

  it('lets the owner in behind the address of the guesser, whose failures fill its count', async (t) => {
    const { service, cookie } = await start(t, { limits: { signInFailuresPerAddress: 6 } });
    for (let count = 0; count < 7; count += 1) await signIn(service, 'guess', {}, `nobody${count}`);
    assert.equal((await signIn(service, PASSWORD)).status, 429);
    const owner = await signIn(service, PASSWORD, { cookie });
    assert.equal(owner.status, 200);
    const confirmed = await post(
      service,
      confirmIdentity.path,
      { password: PASSWORD },
      { cookie, token: owner.token },
    );
    assert.equal(confirmed.status, 200);
  });

  it('gets links and passkeys behind an address whose count of them a stranger has used up', async (t) => {
    const { service, cookie } = await start(t, { limits: { linkRequests: 2, codeTries: 1 } });
    for (let count = 0; count < 12; count += 1) {
      await post(service, forgotPassword.path, { email: `nobody${count}@example.com` });
      await post(service, startPasskeyLogin.path, {});
    }
    const asked = { email: 'amina@example.com' };
    assert.equal((await post(service, forgotPassword.path, asked)).status, 429);
    assert.equal((await post(service, startPasskeyLogin.path, {})).status, 429);
    assert.equal((await post(service, forgotPassword.path, asked, { cookie })).status, 200);
    assert.equal((await post(service, startPasskeyLogin.path, {}, { cookie })).status, 200);
    const others = { email: 'bruno@example.com' };
    assert.equal((await post(service, forgotPassword.path, others, { cookie })).status, 429);
  });

  it('has ten guesses of its own, and is no way around the limits of another account', async (t) => {
    const { service, cookie } = await start(t);
    await signedInUser(service, { username: 'bruno' });
    const tried = async (name: string) => {
      const codes: string[] = [];
      for (let count = 0; count < 12; count += 1)
        codes.push((await signIn(service, `guess ${count}`, { cookie }, name)).code);
      return codes.filter((code) => code === 'invalid_credentials').length;
    };
    assert.equal(await tried('amina'), 10);
    assert.equal((await signIn(service, PASSWORD, { cookie })).status, 429);
    assert.equal((await signIn(service, PASSWORD, { from: '192.0.2.1' })).status, 200);
    assert.equal(await tried('bruno'), 10);
    assert.equal((await signIn(service, PASSWORD, {}, 'bruno')).status, 429);
  });

  it('keeps its cookie, shares it with others who use it, and loses one that was planted', async (t) => {
    const { service, cookie } = await start(t);
    await signedInUser(service, { username: 'bruno' });
    const again = await signIn(service, PASSWORD, { cookie });
    assert.equal(again.cookie, cookie);
    const shared = await signIn(service, PASSWORD, { cookie }, 'bruno');
    assert.notEqual(shared.cookie, cookie);
    await guess(service, 0);
    assert.equal((await signIn(service, PASSWORD, { cookie })).status, 429, 'the planted one');
    assert.equal((await signIn(service, PASSWORD, { cookie: shared.cookie })).status, 200);
    for (const made of ['known_browser=x', `known_browser=${'a'.repeat(43)}`, `x${shared.cookie}`])
      assert.equal((await signIn(service, PASSWORD, { cookie: made })).status, 429, made);
  });

  it('has a cookie that no script reads, and that leaves by https alone where the site has it', async (t) => {
    const { service } = await start(t);
    const plain = await signIn(service, PASSWORD);
    assert.match(
      String(plain.given),
      /^known_browser=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/,
    );
    const { service: secure } = await start(t, { publicUrl: 'https://quorate.example' });
    const given = String((await signIn(secure, PASSWORD)).given);
    assert.match(given, /^__Host-known_browser=[\w-]{43}; .*; SameSite=Lax; Secure$/);
    const kept = await secure.db.selectFrom('known_browsers').selectAll().execute();
    assert.ok(!JSON.stringify(kept).includes(given.slice(21, 64)), 'only its hash is kept');
    const device = { kind: 'bot', name: 'Paper bot' };
    const bot = await post(service, login.path, {
      username_or_email: 'amina',
      password: PASSWORD,
      device,
    });
    assert.deepEqual([bot.status, bot.given], [200, undefined]);
    assert.equal((await signIn(service, 'wrong')).given, undefined);
  });

  it('is forgotten after 180 days, and when fifty others were used since', async (t) => {
    const { service, cookie } = await start(t);
    for (let count = 0; count < 50; count += 1) {
      service.clock.advance(1_000);
      await signIn(service, PASSWORD);
    }
    const newest = await signIn(service, PASSWORD);
    const { length } = await service.db.selectFrom('known_browsers').select('user_id').execute();
    assert.equal(length, 50);
    service.clock.advance(31 * 86_400_000);
    await guess(service, 0);
    assert.equal((await signIn(service, PASSWORD, { cookie })).status, 429);
    const used = await signIn(service, PASSWORD, { cookie: newest.cookie });
    assert.equal(used.status, 200);
    service.clock.advance(180 * 86_400_000 + 1);
    await guess(service, 1);
    assert.equal((await signIn(service, PASSWORD, { cookie: newest.cookie })).status, 429);
  });

  it('is forgotten when its owner signs out everywhere else, but for the one that asks', async (t) => {
    const { service, cookie } = await start(t);
    const here = await signIn(service, PASSWORD, { from: '192.0.2.9' });
    await post(
      service,
      confirmIdentity.path,
      { password: PASSWORD },
      { cookie: here.cookie, token: here.token },
    );
    const ended = await post(
      service,
      endOtherSessions.path,
      { devices: false },
      { cookie: here.cookie, token: here.token },
    );
    assert.equal(ended.status, 200);
    service.clock.advance(31 * 86_400_000);
    await guess(service, 0);
    assert.equal((await signIn(service, PASSWORD, { cookie })).status, 429);
    assert.equal((await signIn(service, PASSWORD, { cookie: here.cookie })).status, 200);
  });
});

describe('a password that is reset by mail', () => {
  const NEW = 'another battery';

  async function reset(service: TestService, from: From = {}) {
    service.clock.advance(2 * MINUTE_MS);
    await post(service, forgotPassword.path, { email: 'amina@example.com' }, from);
    const token = await mailedToken(service, 'amina@example.com');
    return post(service, resetPassword.path, { token, password: NEW }, from);
  }

  it('lets its owner in where they never signed in, however many guess meanwhile', async (t) => {
    const { service, cookie: stolen } = await start(t);
    await guess(service, 0);
    const { status, cookie } = await reset(service, { from: '192.0.2.200' });
    assert.equal(status, 200);
    await guess(service, 1);
    const guesser = await signIn(service, NEW);
    assert.equal(guesser.status, 429);
    const owner = await signIn(service, NEW, { from: '192.0.2.201', cookie });
    assert.equal(owner.status, 200);
    service.clock.advance(31 * 86_400_000);
    await guess(service, 2);
    assert.equal((await signIn(service, NEW, { cookie: stolen })).status, 429);
  });

  it('gives a reader of the mailbox no more codes of the authenticator app', async (t) => {
    const service = await startTestService(t, { limits: { codeFailuresPerDay: 2 } });
    const { secret } = await userWithApp(service, { username: 'amina' });
    const codes: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const { cookie } = await reset(service);
      const { challenge } = await signIn(service, NEW, { cookie });
      const code = wrongCodeOf(service, secret);
      codes.push((await post(service, loginWithCode.path, { challenge, code }, { cookie })).code);
    }
    const wrong = codes.filter((code) => code === 'wrong_code');
    assert.deepEqual([wrong.length, codes.at(-1)], [2, 'rate_limited']);
  });
});

describe('the codes of an authenticator app', () => {
  it('that a stranger with the password gets wrong do not keep a known browser out', async (t) => {
    const service = await startTestService(t, { limits: { codeFailuresPerDay: 3 } });
    const { secret } = await userWithApp(service, { username: 'amina' });
    const first = await signIn(service, PASSWORD, { from: '192.0.2.1' });
    const right = () => codeOf(service, secret);
    const { cookie } = await post(
      service,
      loginWithCode.path,
      { challenge: first.challenge, code: right() },
      { from: '192.0.2.1' },
    );
    service.clock.advance(MINUTE_MS);
    const finish = async (code: string, from: From) => {
      const { challenge } = await signIn(service, PASSWORD, from);
      return (await post(service, loginWithCode.path, { challenge, code }, from)).code;
    };
    for (let count = 0; count < 4; count += 1) await finish(wrongCodeOf(service, secret), {});
    assert.equal(await finish(right(), {}), 'rate_limited');
    assert.equal(await finish(right(), { cookie, from: '192.0.2.77' }), 'done');
  });
});
