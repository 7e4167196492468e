import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  forgotPassword,
  login,
  logout,
  resendVerification,
  resetPassword,
  signup,
  verifyEmail,
} from '@quorate/contract/account';
import { getDashboard } from '@quorate/contract/usage';
import { mailedToken, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';

const AMINA = { username: 'amina', email: 'amina@example.com', password: 'correct horse battery' };

describe('signing up', () => {
  // @spec 1.10, 3.14, 6.3, 7.11, 7.12, 10.30
  // @promise 2.4
  it('mails a link that verifies the address, after which the person can sign in by name or address', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    const refused = await service.fail(login, {
      body: { username_or_email: 'amina', password: AMINA.password },
    });
    assert.equal(refused.status, 403);
    assert.match(refused.message, /verify your email/i);

    await service.call(verifyEmail, { body: { token: await mailedToken(service, AMINA.email) } });
    for (const name of ['amina', 'AMINA', 'amina@example.com', ' Amina@Example.COM ']) {
      const reply = await service.call(login, {
        body: { username_or_email: name, password: AMINA.password },
      });
      assert.equal(reply.user.username, 'amina');
      assert.equal(reply.user.role, 'user');
      assert.match(reply.access_token, /^[\w-]{43}$/);
    }
  });

  it('mails the chosen plan along with the link, and takes none that is not sold', async (t) => {
    const service = await startTestService(t);
    const chosen = { plan: 'Pro', billing: 'yearly' } as const;
    await service.call(signup, { body: { ...AMINA, chosen } });
    const [mail] = await service.mailsTo(AMINA.email);
    assert.match(mail?.text ?? '', /\/verify-email\?token=[\w-]+&plan=Pro&billing=yearly\s/);
    for (const bad of [
      { plan: 'Free', billing: 'monthly' },
      { plan: '//evil', billing: 'yearly' },
    ]) {
      const reply = await service.app.inject({
        method: 'POST',
        url: '/signup',
        payload: { ...AMINA, chosen: bad },
      });
      assert.equal(reply.statusCode, 400);
    }
  });

  // @promise 2.7
  it('stores neither the password nor any token as they are', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    const verification = await mailedToken(service, AMINA.email);
    const { token } = await signedInUser(service, { username: 'bruno' });
    const tables = await Promise.all([
      service.db.selectFrom('users').selectAll().execute(),
      service.db.selectFrom('sessions').selectAll().execute(),
      service.db.selectFrom('challenges').selectAll().execute(),
    ]);
    const stored = JSON.stringify(tables);
    assert.doesNotMatch(stored, /correct horse/);
    assert.ok(!stored.includes(token));
    assert.ok(!stored.includes(verification));
  });

  const faults: [string, Partial<typeof AMINA>, string, string][] = [
    ['an empty name', { username: ' ' }, 'username', 'All fields are required'],
    [
      'a short password',
      { password: '1234567' },
      'password',
      'Password must be at least 8 characters long',
    ],
    [
      'a short password before a bad address',
      { password: '1', email: 'x' },
      'password',
      'Password must be at least 8 characters long',
    ],
    [
      'an address without a dot',
      { email: 'amina@example' },
      'email',
      'Please enter a valid email address',
    ],
    [
      'a name that looks like an address',
      { username: 'a@b.co' },
      'username',
      'The username takes letters, digits, dots, hyphens and underscores',
    ],
    [
      'a name that is too long',
      { username: 'a'.repeat(33) },
      'username',
      'The username needs 3 to 32 characters',
    ],
  ];
  for (const [what, change, field, message] of faults) {
    // @spec 5.12, 10.11, 10.28
    it(`refuses ${what}`, async (t) => {
      const service = await startTestService(t);
      const failure = await service.fail(signup, { body: { ...AMINA, ...change } });
      assert.equal(failure.status, 400);
      assert.equal(failure.message, message);
      assert.equal(failure.error, message);
      assert.deepEqual(failure.fields, { [field]: message });
    });
  }

  it('answers the same for a taken address and tells only its owner', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const fresh = await service.call(signup, {
      body: { ...AMINA, username: 'other', email: 'new@example.com' },
    });
    const taken = await service.call(signup, {
      body: { ...AMINA, username: 'mallory', password: 'another password' },
    });
    assert.deepEqual(taken, fresh);
    const [mail] = await service.mailsTo(AMINA.email);
    assert.match(mail?.subject ?? '', /already have/);
    const users = await service.db
      .selectFrom('users')
      .select('username')
      .orderBy('username')
      .execute();
    assert.deepEqual(
      users.map((user) => user.username),
      ['amina', 'other'],
    );
  });

  it('answers the same for a taken username and tells the address that asked', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await service.call(signup, { body: { ...AMINA, username: 'AmInA', email: 'new@example.com' } });
    const [mail] = await service.mailsTo('new@example.com');
    assert.match(mail?.text ?? '', /belongs to someone else/);
    assert.equal((await service.db.selectFrom('users').selectAll().execute()).length, 1);
  });

  it('makes one account of a form that is sent ten times at once, and mails one link, which works', async (t) => {
    const service = await startTestService(t);
    await Promise.all(Array.from({ length: 10 }, () => service.call(signup, { body: AMINA })));
    assert.equal((await service.db.selectFrom('users').selectAll().execute()).length, 1);
    assert.deepEqual(
      (await service.mailsTo(AMINA.email)).map(({ subject }) => subject),
      ['Confirm your email for Quorate'],
    );
    await service.call(verifyEmail, { body: { token: await mailedToken(service, AMINA.email) } });
  });

  it('keeps an unverified account out of the hands of whoever signs up again with its address', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    await service.call(signup, {
      body: { ...AMINA, username: 'mallory', password: 'mallorys password' },
    });
    const [mail] = await service.mailsTo(AMINA.email);
    assert.match(mail?.subject ?? '', /already have/, 'no new link was mailed');
  });

  // @promise 2.12
  it('builds links on PUBLIC_URL whatever the Host header says', async (t) => {
    const service = await startTestService(t);
    await service.app.inject({
      method: 'POST',
      url: '/signup',
      payload: AMINA,
      headers: { host: 'evil.example' },
    });
    const [mail] = await service.mailsTo(AMINA.email);
    assert.match(mail?.text ?? '', /http:\/\/localhost:3000\/verify-email\?token=/);
    assert.doesNotMatch(`${mail?.text}${mail?.html}`, /evil/);
  });
});

describe('a verification link', () => {
  // @spec 6.5, 7.16, 10.32
  it('works once; afterwards the address is already verified', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    const token = await mailedToken(service, AMINA.email);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => service.call(verifyEmail, { body: { token } })),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
    const again = await service.fail(verifyEmail, { body: { token } });
    assert.equal(again.code, 'already_verified');
    assert.match(again.message, /already verified/);
  });

  // @spec 7.13
  it('expires after 24 hours, and a new one can be asked for', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    const token = await mailedToken(service, AMINA.email);
    service.clock.advance(24 * 3_600_000 + 1);
    assert.equal(
      (await service.fail(verifyEmail, { body: { token } })).code,
      'verification_expired',
    );
    await service.call(resendVerification, { body: { email: AMINA.email } });
    await service.call(verifyEmail, { body: { token: await mailedToken(service, AMINA.email) } });
  });

  // @spec 5.16
  it('is refused when it was never mailed, and an empty one is named', async (t) => {
    const service = await startTestService(t);
    const unknown = await service.fail(verifyEmail, { body: { token: 'x'.repeat(43) } });
    assert.match(unknown.message, /Invalid or expired/);
    assert.equal(
      (await service.fail(verifyEmail, { body: { token: '' } })).message,
      'No verification token provided',
    );
  });

  // @spec 8.15, 10.43
  it('is mailed again for a username as well, and for nobody without a word about it', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    const known = await service.call(resendVerification, { body: { email: 'amina' } });
    const unknown = await service.call(resendVerification, {
      body: { email: 'nobody@example.com' },
    });
    assert.deepEqual(known, unknown);
    assert.equal((await service.mailsTo(AMINA.email)).length, 2);
    assert.equal((await service.mailsTo('nobody@example.com')).length, 0);
  });
});

describe('a session', () => {
  // @spec 10.43
  it('answers the same for a wrong password and an unknown account', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const wrong = await service.fail(login, {
      body: { username_or_email: 'amina', password: 'wrong' },
    });
    const unknown = await service.fail(login, {
      body: { username_or_email: 'nobody', password: 'wrong' },
    });
    assert.deepEqual({ ...wrong, request_id: '' }, { ...unknown, request_id: '' });
    assert.equal(wrong.status, 401);
  });

  // @spec 7.31
  it('ends on the server at sign-out', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await service.call(getDashboard, {}, token);
    await service.call(logout, {}, token);
    assert.equal((await service.fail(getDashboard, {}, token)).status, 401);
    assert.equal((await service.fail(logout, {}, token)).status, 401);
  });

  // @promise 2.9
  it('ends after 7 idle days, and after 30 days whatever happens', async (t) => {
    const service = await startTestService(t);
    const day = 86_400_000;
    const idle = await signedInUser(service);
    const busy = await signedInUser(service);
    for (let days = 0; days < 29; days += 5) {
      await service.call(getDashboard, {}, busy.token);
      service.clock.advance(5 * day);
    }
    assert.equal((await service.fail(getDashboard, {}, idle.token)).status, 401);
    assert.equal((await service.fail(getDashboard, {}, busy.token)).status, 401);
  });

  const badHeaders = [
    '',
    'Bearer',
    'Bearer x',
    'Basic YTpi',
    `Bearer ${'a'.repeat(43)}`,
    "Bearer ' or 1=1 --aaaaaaaaaaaaaaaa",
  ];
  // @spec 6.8, 10.29
  it('is refused for every header that is not a live token', async (t) => {
    const service = await startTestService(t);
    for (const authorization of badHeaders) {
      const response = await service.app.inject({
        url: '/api/user/dashboard',
        headers: { authorization },
      });
      assert.equal(response.statusCode, 401, authorization);
      assert.equal(response.json().code, 'unauthorized');
    }
  });
});

describe('a forgotten password', () => {
  // @spec 1.10, 6.4, 7.14, 7.15
  it('is replaced by a mailed link, which ends every session and works once', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service, { username: 'amina' });
    await service.call(forgotPassword, { body: { email: 'AMINA@example.com' } });
    const reset = await mailedToken(service, 'amina@example.com');
    await service.call(resetPassword, { body: { token: reset, password: 'six ox' } });
    assert.equal((await service.fail(getDashboard, {}, token)).status, 401);
    assert.equal(
      (
        await service.fail(login, {
          body: { username_or_email: 'amina', password: AMINA.password },
        })
      ).code,
      'invalid_credentials',
    );
    await service.call(login, { body: { username_or_email: 'amina', password: 'six ox' } });
    const again = await service.fail(resetPassword, {
      body: { token: reset, password: 'another' },
    });
    assert.equal(again.code, 'reset_token_invalid');
  });

  // @spec 5.15, 10.11
  it('keeps the link when the new password is too short', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await service.call(forgotPassword, { body: { email: 'amina@example.com' } });
    const token = await mailedToken(service, 'amina@example.com');
    const failure = await service.fail(resetPassword, { body: { token, password: '12345' } });
    assert.equal(failure.message, 'Password must be at least 6 characters');
    await service.call(resetPassword, { body: { token, password: 'six ox' } });
  });

  it('expires after 30 minutes', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    await service.call(forgotPassword, { body: { email: 'amina@example.com' } });
    const token = await mailedToken(service, 'amina@example.com');
    service.clock.advance(30 * 60_000 + 1);
    assert.equal(
      (await service.fail(resetPassword, { body: { token, password: '123456' } })).code,
      'reset_token_invalid',
    );
  });

  // @spec 10.43
  it('is answered the same for an address that nobody has', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const known = await service.call(forgotPassword, { body: { email: 'amina@example.com' } });
    const unknown = await service.call(forgotPassword, { body: { email: 'nobody@example.com' } });
    assert.deepEqual(known, unknown);
    assert.equal((await service.mailsTo('nobody@example.com')).length, 0);
  });
});
