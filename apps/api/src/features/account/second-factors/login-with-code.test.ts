import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, login, resetPassword } from '@quorate/contract/account';
import { getAccountSecurity, listSecurityEvents, listSessions } from '@quorate/contract/security';
import { loginWithCode } from '@quorate/contract/sign-in-steps';
import { mailedToken } from '../../../../test/helpers/builders.ts';
import {
  challengeFor,
  codeOf,
  userWithApp,
  wrongCodeOf,
} from '../../../../test/helpers/second-factor.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { removeExpiredChallenges } from '../challenges.ts';

const ROOM = { signInFailuresPerAccount: 1_000, codeFailuresPerDay: 1_000, codeTries: 1_000 };

describe('a sign-in with an authenticator app', () => {
  it('opens no session with the password alone, and one with the code', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service, { username: 'amina' });
    const halfway = await service.fail(login, {
      body: { username_or_email: 'amina', password: amina.password },
    });
    assert.deepEqual([halfway.status, halfway.code], [403, 'second_factor_needed']);
    const challenge = String(halfway.details?.challenge);
    const code = codeOf(service, amina.secret);
    const reply = await service.call(loginWithCode, { body: { challenge, code } });
    assert.deepEqual(reply.user, amina.user);
    await service.call(getAccountSecurity, {}, reply.access_token);
  });

  it('asks a wrong password for no code', async (t) => {
    const service = await startTestService(t);
    await userWithApp(service, { username: 'amina' });
    const body = { username_or_email: 'amina', password: 'wrong horse battery' };
    assert.equal((await service.fail(login, { body })).code, 'invalid_credentials');
  });

  it('keeps the device it was begun with', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    const challenge = await challengeFor(service, amina, { kind: 'desktop', name: 'Office PC' });
    const code = codeOf(service, amina.secret);
    const { access_token } = await service.call(loginWithCode, { body: { challenge, code } });
    const refused = await service.fail(getAccountSecurity, {}, access_token);
    assert.equal(refused.code, 'device_not_allowed');
    const { sessions } = await service.call(listSessions, {}, amina.token);
    assert.ok(sessions.some(({ kind, name }) => kind === 'desktop' && name === 'Office PC'));
  });

  it('takes each code once, also of fifty sign-ins at the same moment', async (t) => {
    const service = await startTestService(t, { limits: ROOM });
    const amina = await userWithApp(service);
    const challenges: string[] = [];
    for (let count = 0; count < 50; count++) challenges.push(await challengeFor(service, amina));
    const code = codeOf(service, amina.secret);
    const answers = await Promise.all(
      challenges.map((challenge) =>
        service.app.inject({ method: 'POST', url: '/login/code', payload: { challenge, code } }),
      ),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
    assert.deepEqual(statuses, [200, ...Array<number>(49).fill(403)]);
    // Nor does the code of a step before the one that was used.
    const before = {
      challenge: await challengeFor(service, amina),
      code: codeOf(service, amina.secret, -1),
    };
    assert.equal((await service.fail(loginWithCode, { body: before })).code, 'wrong_code');
  });

  it('opens one session of a challenge, though five right codes come at the same moment', async (t) => {
    const service = await startTestService(t, { limits: ROOM });
    const amina = await userWithApp(service);
    const challenge = await challengeFor(service, amina);
    const codes = [codeOf(service, amina.secret), ...amina.recoveryCodes.slice(0, 4)];
    const answers = await Promise.all(
      codes.map((code) =>
        service.app.inject({ method: 'POST', url: '/login/code', payload: { challenge, code } }),
      ),
    );
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 1);
    // What the others gave is not used up.
    const { security } = await service.call(getAccountSecurity, {}, amina.token);
    assert.ok(security.recovery_codes_left >= 9);
  });

  it('is over after five wrong codes, which the owner is told by mail', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    const challenge = await challengeFor(service, amina);
    const wrong = { body: { challenge, code: wrongCodeOf(service, amina.secret) } };
    for (const left of [4, 3, 2, 1, 0]) {
      const failure = await service.fail(loginWithCode, wrong);
      assert.deepEqual([failure.status, failure.code], [403, 'wrong_code']);
      assert.deepEqual(failure.details, { tries_left: left });
    }
    const right = { body: { challenge, code: codeOf(service, amina.secret) } };
    const over = await service.fail(loginWithCode, right);
    assert.deepEqual([over.status, over.code], [400, 'challenge_over']);
    const mails = await service.mailsTo(amina.user.email);
    const told = mails.filter(({ subject }) => /Wrong codes were given/.test(subject));
    assert.equal(told.length, 1);
    const { events } = await service.call(listSecurityEvents, {}, amina.token);
    assert.equal(events.filter(({ kind }) => kind === 'sign_in_failed').length, 5);
  });

  it('gives no more than five tries to fifty wrong codes at the same moment', async (t) => {
    const service = await startTestService(t, { limits: ROOM });
    const amina = await userWithApp(service);
    const challenge = await challengeFor(service, amina);
    const body = { challenge, code: wrongCodeOf(service, amina.secret) };
    const failures = await Promise.all(
      Array.from({ length: 50 }, () => service.fail(loginWithCode, { body })),
    );
    assert.equal(failures.filter(({ code }) => code === 'wrong_code').length, 5);
    assert.equal(failures.filter(({ code }) => code === 'challenge_over').length, 45);
  });

  it('is limited by account over all its challenges: in 15 minutes and in a day', async (t) => {
    const service = await startTestService(t, { limits: { codeFailuresPerDay: 25 } });
    const amina = await userWithApp(service);
    const tryWrong = async () => {
      const challenge = await challengeFor(service, amina);
      const body = { challenge, code: wrongCodeOf(service, amina.secret) };
      return (await service.fail(loginWithCode, { body })).code;
    };
    const burst = async () => {
      let wrong = 0;
      while ((await tryWrong()) === 'wrong_code') wrong++;
      return wrong;
    };
    assert.equal(await burst(), 10);
    service.clock.advance(15 * 60_000);
    assert.equal(await burst(), 10);
    service.clock.advance(15 * 60_000);
    assert.equal(await burst(), 5);
    service.clock.advance(15 * 60_000);
    assert.equal(await burst(), 0);
    // A new password changes nothing: whoever reads the mailbox could set one after every tenth code.
    await service.call(forgotPassword, { body: { email: amina.user.email } });
    const token = await mailedToken(service, amina.user.email);
    const password = 'another battery staple';
    await service.call(resetPassword, { body: { token, password } });
    const challenge = await challengeFor(service, { ...amina, password });
    const byApp = { challenge, code: codeOf(service, amina.secret) };
    assert.equal((await service.fail(loginWithCode, { body: byApp })).code, 'rate_limited');
    // Recovery codes are too long to guess, and let the owner in.
    const code = amina.recoveryCodes[0] ?? '';
    await service.call(loginWithCode, { body: { challenge, code } });
  });

  it('waits five minutes for the code, and not a millisecond more', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    const inTime = await challengeFor(service, amina);
    const late = await challengeFor(service, amina);
    service.clock.advance(5 * 60_000 - 1);
    await service.call(loginWithCode, {
      body: { challenge: inTime, code: codeOf(service, amina.secret) },
    });
    service.clock.advance(1);
    const body = { challenge: late, code: amina.recoveryCodes[0] };
    assert.equal((await service.fail(loginWithCode, { body })).code, 'challenge_over');
    await removeExpiredChallenges(service);
    assert.deepEqual(await service.db.selectFrom('challenges').selectAll().execute(), []);
  });

  it('is over once the password it began with is another', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    const challenge = await challengeFor(service, amina);
    await service.call(forgotPassword, { body: { email: amina.user.email } });
    const token = await mailedToken(service, amina.user.email);
    await service.call(resetPassword, { body: { token, password: 'another battery staple' } });
    const body = { challenge, code: codeOf(service, amina.secret) };
    assert.equal((await service.fail(loginWithCode, { body })).code, 'challenge_over');
  });

  it('takes no challenge that it did not give, and none of another user’s', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    const bilal = await userWithApp(service);
    const foreign = {
      challenge: await challengeFor(service, amina),
      code: codeOf(service, bilal.secret),
    };
    assert.equal((await service.fail(loginWithCode, { body: foreign })).code, 'wrong_code');
    const theirs = { challenge: foreign.challenge, code: bilal.recoveryCodes[0] };
    assert.equal((await service.fail(loginWithCode, { body: theirs })).code, 'wrong_code');
    for (const challenge of ['x', amina.token, "' or 1=1 --", 'A'.repeat(512)]) {
      const failure = await service.fail(loginWithCode, { body: { challenge, code: '123456' } });
      assert.equal(failure.code, 'challenge_over');
    }
    const stored = await service.db.selectFrom('challenges').selectAll().execute();
    assert.ok(!JSON.stringify(stored).includes(foreign.challenge));
  });
});
