import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, login, resetPassword } from '@quorate/contract/account';
import { claimDevice, makeDeviceCode } from '@quorate/contract/devices';
import { changePassword, listSessions } from '@quorate/contract/security';
import { getEntitlements } from '@quorate/contract/usage';
import { mailedToken, signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

const NEW = 'three blue elephants';
const DEVICE = { kind: 'bot', name: 'desk' } as const;

describe('changing the password', () => {
  it('ends every other session, device, code and reset link, and mails a notice', async (t) => {
    const service = await startTestService(t);
    const { user, password, token } = await signedInUser(service, { username: 'amina' });
    const credentials = { username_or_email: 'amina', password };
    const other = (await service.call(login, { body: credentials })).access_token;
    const { code } = await service.call(makeDeviceCode, {}, token);
    const bot = (await service.call(claimDevice, { body: { code, device: DEVICE } })).access_token;
    const waiting = await service.call(makeDeviceCode, {}, token);
    await service.call(forgotPassword, { body: { email: user.email } });
    const reset = await mailedToken(service, user.email);

    const body = { current_password: password, password: NEW };
    const reply = await service.call(changePassword, { body }, token);
    assert.equal(reply.sessions_ended, 2);
    assert.equal(reply.message, 'Your password is changed. 2 other sessions were ended.');
    await service.call(listSessions, {}, token);
    for (const ended of [other, bot])
      assert.equal((await service.fail(getEntitlements, {}, ended)).status, 401);
    const claim = { body: { code: waiting.code, device: DEVICE } };
    assert.equal((await service.fail(claimDevice, claim)).code, 'device_code_invalid');
    const late = await service.fail(resetPassword, { body: { token: reset, password: NEW } });
    assert.equal(late.code, 'reset_token_invalid');

    const old = await service.fail(login, { body: credentials });
    assert.equal(old.code, 'invalid_credentials');
    await service.call(login, { body: { username_or_email: 'amina', password: NEW } });
    const [mail] = await service.mailsTo(user.email);
    assert.equal(mail?.subject, 'Your password was changed');
    assert.ok(!mail?.text.includes(NEW));
  });

  it('needs the old one, and lets nobody try without end', async (t) => {
    const service = await startTestService(t, { limits: { signInFailuresPerAccount: 3 } });
    const { password, token } = await signedInUser(service);
    const missing = await service.fail(changePassword, { body: { password: NEW } }, token);
    assert.deepEqual(missing.fields, { current_password: 'Enter your current password' });
    const wrong = { body: { current_password: 'not it at all', password: NEW } };
    const failures = await Promise.all(
      Array.from({ length: 8 }, () => service.fail(changePassword, wrong, token)),
    );
    const codes = failures.map((failure) => failure.code).toSorted();
    assert.deepEqual(codes, [...Array(5).fill('rate_limited'), ...Array(3).fill('wrong_password')]);
    const right = { body: { current_password: password, password: NEW } };
    assert.equal((await service.fail(changePassword, right, token)).code, 'rate_limited');
    // A fresh sign-in confirms again; by then the tries are forgotten.
    service.clock.advance(15 * 60_000);
    assert.equal((await service.fail(changePassword, right, token)).code, 'confirmation_needed');
  });

  it('is done by one of many at once', async (t) => {
    const service = await startTestService(t);
    const { password, token, user } = await signedInUser(service);
    const wanted = Array.from({ length: 6 }, (_, index) => `${NEW} ${index}`);
    const results = await Promise.allSettled(
      wanted.map((one) =>
        service.call(
          changePassword,
          { body: { current_password: password, password: one } },
          token,
        ),
      ),
    );
    const done = wanted.filter((_, index) => results[index]?.status === 'fulfilled');
    assert.equal(done.length, 1);
    const body = { username_or_email: user.username, password: done[0] ?? '' };
    await service.call(login, { body });
  });

  const faults: [string, string, RegExp][] = [
    ['a short one', '1234567', /^Password must be at least 8 characters long$/],
    ['a long one', 'x'.repeat(129), /takes at most 128 characters/],
    ['a common one', 'password123', /one of the first that others would try/],
    ['the username', 'amina-karimi', /must not be your username/],
  ];
  for (const [what, wanted, message] of faults) {
    it(`refuses ${what}, and everything stays as it is`, async (t) => {
      const service = await startTestService(t);
      const { password, token } = await signedInUser(service, { username: 'amina-karimi' });
      const body = { current_password: password, password: wanted };
      const failure = await service.fail(changePassword, { body }, token);
      assert.equal(failure.status, 400);
      assert.match(failure.message, message);
      assert.deepEqual(Object.keys(failure.fields ?? {}), ['password']);
      await service.call(login, { body: { username_or_email: 'amina-karimi', password } });
    });
  }
});
