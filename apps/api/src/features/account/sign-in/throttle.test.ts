import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, login, resetPassword } from '@quorate/contract/account';
import { confirmIdentity } from '@quorate/contract/security';
import { mailedToken, signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';

const STRANGER = '198.51.100.7';
const PASSWORD = 'correct horse battery';

/** A sign-in as it comes over the network, from an address. */
async function signIn(
  { app }: TestService,
  name: string,
  password: string,
  from = STRANGER,
  headers: Record<string, string> = {},
) {
  const response = await app.inject({
    method: 'POST',
    url: login.path,
    payload: { username_or_email: name, password },
    remoteAddress: from,
    headers,
  });
  const { code = 'signed in', message }: { code?: string; message: string } = response.json();
  return {
    status: response.statusCode,
    code,
    message,
    retryAfter: response.headers['retry-after'],
  };
}

/** How many of so many sign-ins at once were refused in which way. */
async function many(count: number, attempt: (place: number) => ReturnType<typeof signIn>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, place) => attempt(place)));
  const counts: Record<string, number> = {};
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}

describe('failed sign-ins', () => {
  // @promise 2.5
  it('are ten in 15 minutes when twenty come at once, for a known name as for an unknown one', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    for (const name of ['amina', 'nobody']) {
      const counts = await many(20, () => signIn(service, name, 'wrong'));
      assert.deepEqual(counts, { invalid_credentials: 10, rate_limited: 10 }, name);
    }
    const refused = await signIn(service, 'AMINA', PASSWORD);
    assert.deepEqual(
      { ...refused },
      {
        status: 429,
        code: 'rate_limited',
        retryAfter: '900',
        message:
          'Too many requests: the limit is 10 failed sign-ins in 15 minutes. Try again in 900 s.',
      },
    );
    service.clock.advance(15 * 60_000 - 1);
    assert.equal((await signIn(service, 'amina', PASSWORD)).status, 429);
    service.clock.advance(1);
    assert.equal((await signIn(service, 'amina', PASSWORD)).status, 200, 'nobody stays locked out');
  });

  it('are none when forty right sign-ins come at once', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    assert.deepEqual(await many(40, () => signIn(service, 'amina', PASSWORD)), { 'signed in': 40 });
    assert.equal((await signIn(service, 'amina', 'wrong')).code, 'invalid_credentials');
    const names = ['amina', 'Amina@Example.com'];
    const mixed = await many(40, (place) => signIn(service, names[place % 2] ?? '', PASSWORD));
    assert.deepEqual(mixed, { 'signed in': 40 });
  });

  it('never pass the limit when forty wrong ones come at once, nor cost right ones among them', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const wrong = await many(40, () => signIn(service, 'amina', 'wrong'));
    assert.deepEqual(wrong, { invalid_credentials: 10, rate_limited: 30 });
    service.clock.advance(15 * 60_000);
    const few = await many(40, (place) =>
      signIn(service, 'amina', place % 5 === 0 ? 'wrong' : PASSWORD),
    );
    assert.deepEqual(few, { invalid_credentials: 8, 'signed in': 32 });
    service.clock.advance(15 * 60_000);
    const half = await many(40, (place) =>
      signIn(service, 'amina', place % 2 ? 'wrong' : PASSWORD),
    );
    assert.equal(half.invalid_credentials, 10, JSON.stringify(half));
    assert.equal((half['signed in'] ?? 0) + (half.rate_limited ?? 0), 30, JSON.stringify(half));
  });

  it('are not what forty right confirmations at once are', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service, { username: 'amina' });
    const confirm = (password: string) =>
      service.app.inject({
        method: 'POST',
        url: confirmIdentity.path,
        payload: { password },
        headers: { authorization: `Bearer ${token}` },
      });
    const right = await Promise.all(Array.from({ length: 40 }, () => confirm(PASSWORD)));
    assert.deepEqual(new Set(right.map(({ statusCode }) => statusCode)), new Set([200]));
    const wrong = await Promise.all(Array.from({ length: 40 }, () => confirm('wrong')));
    const refused = wrong.filter(({ statusCode }) => statusCode === 429);
    assert.equal(refused.length, 30);
  });

  it('are counted together for both names of an account, without telling that they are one’s', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    for (let count = 0; count < 5; count += 1) await signIn(service, 'amina', 'wrong');
    for (let count = 0; count < 5; count += 1) await signIn(service, 'amina@example.com', 'wrong');
    const eleventh = await signIn(service, 'amina@example.com', PASSWORD);
    assert.equal(eleventh.code, 'invalid_credentials', 'as for a name and an address of nobody');
    service.clock.advance(15 * 60_000);
    assert.equal((await signIn(service, 'amina@example.com', PASSWORD)).status, 200);
  });

  // @promise 2.5
  it('of strangers do not lock the owner out where the owner has signed in before', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    for (const [home, elsewhere] of [
      ['203.0.113.9', '203.0.113.10'],
      ['2001:db8:1:2::9', '2001:db8:1:3::9'],
    ] as const) {
      assert.equal((await signIn(service, 'amina', PASSWORD, home)).status, 200);
      await many(10, () => signIn(service, 'amina', 'wrong'));
      assert.equal((await signIn(service, 'amina', PASSWORD, elsewhere)).code, 'rate_limited');
      assert.equal((await signIn(service, 'amina', PASSWORD, home)).status, 200);
      const counts = await many(12, () => signIn(service, 'amina', 'wrong', home));
      assert.deepEqual(
        counts,
        { invalid_credentials: 10, rate_limited: 2 },
        'the limit is theirs, too',
      );
      service.clock.advance(15 * 60_000);
    }
  });

  it('know an owner’s address for 30 days, and an IPv6 network by any of its addresses', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await signIn(service, 'amina', PASSWORD, '2001:db8:1:2::9');
    await many(10, () => signIn(service, 'amina', 'wrong'));
    assert.equal((await signIn(service, 'amina', PASSWORD, '2001:db8:1:2:aaaa::1')).status, 200);
    service.clock.advance(30 * 86_400_000 + 1);
    await many(10, () => signIn(service, 'amina', 'wrong'));
    assert.equal((await signIn(service, 'amina', PASSWORD, '2001:db8:1:2::9')).status, 429);
  });

  it('are forgotten when the password is reset', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await many(10, () => signIn(service, 'amina', 'wrong'));
    await many(10, () => signIn(service, 'amina@example.com', 'wrong'));
    assert.equal((await signIn(service, 'amina', PASSWORD)).status, 429);
    await service.call(forgotPassword, { body: { email: 'amina@example.com' } });
    const token = await mailedToken(service, 'amina@example.com');
    await service.call(resetPassword, { body: { token, password: 'another battery' } });
    assert.equal((await signIn(service, 'amina', 'another battery')).status, 200);
    assert.equal((await signIn(service, 'amina@example.com', 'another battery')).status, 200);
  });

  // @promise 2.5
  it('are a hundred an hour from one address, and a sign-in that succeeds is none', async (t) => {
    const service = await startTestService(t, { limits: { signInFailuresPerAddress: 6 } });
    await signedInUser(service, { username: 'amina' });
    for (let count = 0; count < 8; count += 1)
      assert.equal((await signIn(service, 'amina', PASSWORD)).status, 200);
    const counts = await many(10, (place) => signIn(service, `nobody${place}`, 'wrong'));
    assert.deepEqual(counts, { invalid_credentials: 6, rate_limited: 4 });
    const refused = await signIn(service, 'amina', PASSWORD);
    assert.match(
      refused.message,
      /the limit is 6 failed sign-ins an hour from one address\. Try again in 3600 s/,
    );
    assert.equal((await signIn(service, 'amina', PASSWORD, '198.51.100.8')).status, 200);
  });

  it('of one IPv6 network count together, so that a line’s many addresses gain nothing', async (t) => {
    const service = await startTestService(t, { limits: { signInFailuresPerAddress: 6 } });
    const counts = await many(10, (place) =>
      signIn(service, `nobody${place}`, 'wrong', `2001:db8:7:7::${place + 1}`),
    );
    assert.deepEqual(counts, { invalid_credentials: 6, rate_limited: 4 });
    assert.equal((await signIn(service, 'nobody', 'wrong', '2001:db8:7:8::1')).status, 401);
  });

  // @promise 2.6
  it('count the address that a request came from, whatever X-Forwarded-For says', async (t) => {
    const service = await startTestService(t, { limits: { signInFailuresPerAddress: 6 } });
    const counts = await many(10, (place) =>
      signIn(service, `nobody${place}`, 'wrong', STRANGER, {
        'x-forwarded-for': `192.0.2.${place}`,
      }),
    );
    assert.deepEqual(counts, { invalid_credentials: 6, rate_limited: 4 });
  });

  // @promise 2.6
  it('count what the proxy saw, whatever the client had written before it', async (t) => {
    const proxy = '10.0.0.1';
    const service = await startTestService(t, {
      limits: { signInFailuresPerAddress: 6 },
      trustProxy: proxy,
    });
    const behind = (visitor: string, place: number) =>
      signIn(service, `nobody${place}`, 'wrong', proxy, {
        'x-forwarded-for': `192.0.2.${place}, ${visitor}`,
      });
    const counts = await many(10, (place) => behind(STRANGER, place));
    assert.deepEqual(counts, { invalid_credentials: 6, rate_limited: 4 });
    assert.equal((await behind('198.51.100.8', 1)).status, 401, 'another visitor is another');
    const past = await signIn(service, 'nobody', 'wrong', STRANGER, {
      'x-forwarded-for': '192.0.2.99',
    });
    assert.equal(past.code, 'rate_limited', 'nor does going past the proxy help');
  });

  // @promise 2.4
  it('are not what a right password is that opens nothing yet', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await service.db.updateTable('users').set({ email_verified_at: null }).execute();
    for (let count = 0; count < 12; count += 1)
      assert.equal((await signIn(service, 'amina', PASSWORD)).code, 'email_not_verified');
    assert.equal((await signIn(service, 'amina', 'wrong')).code, 'invalid_credentials');
  });

  it('are noted beside the account with where they came from, and nowhere for nobody', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service, { username: 'amina' });
    const agent = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    };
    await signIn(service, 'Amina', 'wrong', STRANGER, agent);
    await signIn(service, 'nobody', 'wrong', STRANGER, agent);
    service.clock.advance(60_000);
    await Promise.all([service.runJobs(), service.runJobs()]);
    const events = await service.db
      .selectFrom('security_events')
      .select(['user_id', 'about', 'address', 'at'])
      .where('kind', '=', 'sign_in_failed')
      .execute();
    assert.deepEqual(events, [
      {
        user_id: user.id,
        about: 'Firefox on Linux',
        address: STRANGER,
        at: new Date('2026-03-02T10:00:00Z'),
      },
    ]);
    const left = await service.db.selectFrom('failed_sign_ins').selectAll().execute();
    assert.deepEqual(left, []);
  });
});
