import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  forgotPassword,
  login,
  resetPassword,
  signup,
  verifyEmail,
} from '@quorate/contract/account';
import { mailedToken, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { removeExpiredChallenges } from './challenges.ts';

const AMINA = { username: 'amina', email: 'amina@example.com', password: 'correct horse battery' };
const HOUR_MS = 3_600_000;

async function resetTokenOf(service: TestService, email = AMINA.email): Promise<string> {
  await service.call(forgotPassword, { body: { email } });
  return mailedToken(service, email);
}

/** The codes of so many calls at once; null for one that succeeds. */
async function atOnce(
  count: number,
  call: () => Promise<{ statusCode: number; json: () => { code?: string } }>,
) {
  const answers = await Promise.all(Array.from({ length: count }, call));
  return answers.map((answer) => (answer.statusCode === 200 ? null : answer.json().code));
}

describe('a mailed link', () => {
  // @promise 2.8
  it('that verifies works once of fifty uses at once', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    const token = await mailedToken(service, AMINA.email);
    const codes = await atOnce(50, () =>
      service.app.inject({ method: 'POST', url: verifyEmail.path, payload: { token } }),
    );
    assert.equal(codes.filter((code) => code === null).length, 1);
    assert.deepEqual(new Set(codes), new Set([null, 'already_verified']));
  });

  // @promise 2.8
  it('that resets works once of fifty uses at once, and the one that won has set the password', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const token = await resetTokenOf(service);
    let number = 0;
    const passwords = new Map<number, string>();
    const codes = await atOnce(50, () => {
      const password = `battery number ${number}`;
      passwords.set(number, password);
      number += 1;
      return service.app.inject({
        method: 'POST',
        url: resetPassword.path,
        payload: { token, password },
      });
    });
    assert.equal(codes.filter((code) => code === null).length, 1);
    for (const code of codes) assert.match(code ?? 'busy', /^(reset_token_invalid|busy)$/);
    const password = passwords.get(codes.indexOf(null)) ?? '';
    await service.call(login, { body: { username_or_email: 'amina', password } });
  });

  // @promise 2.8
  it('is not used up by a password that is refused, nor by a service that is busy', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const token = await resetTokenOf(service);
    for (const password of ['12345', 'a'.repeat(129), '123456', 'amina'])
      assert.equal((await service.fail(resetPassword, { body: { token, password } })).status, 400);
    const crowd = Promise.all(
      Array.from({ length: 60 }, (_, place) =>
        service.app.inject({
          method: 'POST',
          url: login.path,
          payload: { username_or_email: `nobody${place}`, password: 'x' },
        }),
      ),
    );
    await crowd;
    await service.call(resetPassword, { body: { token, password: 'six ox' } });
  });

  // @promise 2.8
  it('verifies until the last millisecond of 24 hours and resets until that of 30 minutes', async (t) => {
    for (const [late, expected] of [
      [-1, 200],
      [0, 400],
    ] as const) {
      const service = await startTestService(t);
      await service.call(signup, { body: AMINA });
      const verify = await mailedToken(service, AMINA.email);
      service.clock.advance(24 * HOUR_MS + late);
      const verified = await service.app.inject({
        method: 'POST',
        url: verifyEmail.path,
        payload: { token: verify },
      });
      assert.equal(verified.statusCode, expected);
      const reset = await resetTokenOf(service);
      service.clock.advance(HOUR_MS / 2 + late);
      const done = await service.app.inject({
        method: 'POST',
        url: resetPassword.path,
        payload: { token: reset, password: 'six ox' },
      });
      assert.equal(done.statusCode, expected);
    }
  });

  it('lives no longer when the clock jumps back, and does not come alive again', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const token = await resetTokenOf(service);
    service.clock.advance(HOUR_MS);
    assert.equal(
      (await service.fail(resetPassword, { body: { token, password: 'six ox' } })).status,
      400,
    );
    await removeExpiredChallenges(service);
    service.clock.advance(48 * HOUR_MS);
    await removeExpiredChallenges(service);
    service.clock.set('2026-03-02T10:00:00Z');
    assert.equal(
      (await service.fail(resetPassword, { body: { token, password: 'six ox' } })).status,
      400,
    );
  });

  it('is of one kind: neither does the work of the other', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    const verify = await mailedToken(service, AMINA.email);
    const reset = await resetTokenOf(service);
    assert.equal(
      (await service.fail(verifyEmail, { body: { token: reset } })).code,
      'verification_invalid',
    );
    assert.equal(
      (await service.fail(resetPassword, { body: { token: verify, password: 'six ox' } })).code,
      'reset_token_invalid',
    );
    await service.call(resetPassword, { body: { token: reset, password: 'six ox' } });
    await service.call(login, { body: { username_or_email: 'amina', password: 'six ox' } });
  });

  it('that resets ends the other links of its kind, and a change of the address that waits', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service, { username: 'amina' });
    const first = await resetTokenOf(service);
    service.clock.advance(60_000);
    const second = await resetTokenOf(service);
    assert.notEqual(first, second);
    const moment = new Date(service.clock.now());
    await service.db
      .insertInto('challenges')
      .values({
        token_hash: 'f'.repeat(64),
        user_id: user.id,
        purpose: 'change_email',
        new_email: 'thief@example.com',
        created_at: moment,
        expires_at: new Date(moment.getTime() + HOUR_MS),
      })
      .execute();
    await service.call(resetPassword, { body: { token: second, password: 'six ox' } });
    assert.equal(
      (await service.fail(resetPassword, { body: { token: first, password: 'sevens' } })).status,
      400,
    );
    const left = await service.db
      .selectFrom('challenges')
      .select('purpose')
      .where('purpose', '!=', 'verify')
      .execute();
    assert.deepEqual(left, []);
    const [mail] = await service.mailsTo(AMINA.email);
    assert.equal(mail?.subject, 'Your password was reset');
  });

  it('may be tried a hundred times an hour from one address, and one that works is not counted', async (t) => {
    const service = await startTestService(t, { limits: { linkTries: 3 } });
    for (const username of ['amina', 'bruno', 'clara', 'dario', 'elena'])
      await signedInUser(service, { username });
    for (let count = 0; count < 3; count += 1)
      assert.equal(
        (await service.fail(verifyEmail, { body: { token: `wrong${count}` } })).status,
        400,
      );
    const refused = await service.fail(resetPassword, {
      body: { token: 'wrong', password: 'six ox' },
    });
    assert.equal(
      refused.message,
      'Too many requests: the limit is 3 links an hour. Try again in 3600 s.',
    );
  });

  it('opens although a stranger at the same address has tried a hundred bad ones', async (t) => {
    const service = await startTestService(t);
    await service.call(signup, { body: AMINA });
    for (let count = 0; count < 101; count += 1) {
      const call = count % 2 === 0 ? verifyEmail : resetPassword;
      await service.fail(call, { body: { token: `wrong${count}`, password: 'six ox' } });
    }
    const wrong = { body: { token: 'wrong', password: 'six ox' } };
    assert.equal((await service.fail(resetPassword, wrong)).code, 'rate_limited');
    const verify = { token: await mailedToken(service, AMINA.email) };
    await service.call(verifyEmail, { body: verify });
    await service.call(forgotPassword, { body: { email: AMINA.email } });
    const token = await mailedToken(service, AMINA.email);
    assert.notEqual(token, verify.token);
    await service.call(resetPassword, { body: { token, password: 'violet lamp north' } });
  });
});
