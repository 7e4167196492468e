import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import { startTotp } from '@quorate/contract/second-factors';
import {
  confirmIdentity,
  confirmWithPasskey,
  getAccountSecurity,
  startPasskeyConfirmation,
} from '@quorate/contract/security';
import { loginWithPasskey, startPasskeyLogin } from '@quorate/contract/sign-in-steps';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { addedPasskey, signedInByPasskey } from '../../../../test/helpers/passkeys.ts';
import { codeOf, userWithApp, wrongCodeOf } from '../../../../test/helpers/second-factor.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

const QUARTER_HOUR_MS = 15 * 60_000;

describe('a session', () => {
  it('is confirmed for fifteen minutes after the sign-in, and again after the password', async (t) => {
    const service = await startTestService(t);
    const { token, password } = await signedInUser(service);
    const before = await service.call(getAccountSecurity, {}, token);
    assert.equal(before.security.confirmed_until, '2026-03-02T10:15:00.000Z');
    service.clock.advance(QUARTER_HOUR_MS - 1);
    await service.call(startTotp, {}, token);
    service.clock.advance(1);
    const late = await service.fail(startTotp, {}, token);
    assert.deepEqual([late.status, late.code], [403, 'confirmation_needed']);
    const after = await service.call(getAccountSecurity, {}, token);
    assert.equal(after.security.confirmed_until, null);

    const reply = await service.call(confirmIdentity, { body: { password } }, token);
    assert.equal(reply.confirmed_until, '2026-03-02T10:30:00.000Z');
    await service.call(startTotp, {}, token);
  });

  it('is confirmed alone, not with its user’s others', async (t) => {
    const service = await startTestService(t);
    const { token, user, password } = await signedInUser(service);
    const other = await service.call(login, {
      body: { username_or_email: user.username, password },
    });
    service.clock.advance(QUARTER_HOUR_MS);
    await service.call(confirmIdentity, { body: { password } }, token);
    const refused = await service.fail(startTotp, {}, other.access_token);
    assert.equal(refused.code, 'confirmation_needed');
  });

  it('is not confirmed by a wrong password, and stays signed in', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    service.clock.advance(QUARTER_HOUR_MS);
    const body = { password: 'wrong horse battery' };
    const refused = await service.fail(confirmIdentity, { body }, token);
    assert.deepEqual([refused.status, refused.code], [403, 'wrong_password']);
    assert.equal((await service.fail(startTotp, {}, token)).code, 'confirmation_needed');
    await service.call(getAccountSecurity, {}, token);
  });

  it('is tried with ten wrong passwords in fifteen minutes, then with none, right or wrong', async (t) => {
    const service = await startTestService(t);
    const { token, password } = await signedInUser(service);
    const wrong = { body: { password: 'wrong horse battery' } };
    const failures = await Promise.all(
      Array.from({ length: 15 }, () => service.fail(confirmIdentity, wrong, token)),
    );
    const codes = failures.map(({ code }) => code);
    assert.equal(codes.filter((code) => code === 'wrong_password').length, 10, codes.join());
    const right = { body: { password } };
    assert.equal((await service.fail(confirmIdentity, right, token)).code, 'rate_limited');
    service.clock.advance(QUARTER_HOUR_MS);
    await service.call(confirmIdentity, right, token);
  });

  it('needs the code, too, where an app is on, and takes each code once', async (t) => {
    const service = await startTestService(t);
    const { token, password, secret, recoveryCodes } = await userWithApp(service);
    service.clock.advance(QUARTER_HOUR_MS);
    const confirm = (code?: string) =>
      service.fail(confirmIdentity, { body: { password, code } }, token);
    assert.equal((await confirm()).code, 'code_needed');
    assert.equal((await confirm('')).code, 'code_needed');
    assert.equal((await confirm(wrongCodeOf(service, secret))).code, 'wrong_code');
    assert.equal((await service.fail(startTotp, {}, token)).code, 'confirmation_needed');

    const code = codeOf(service, secret);
    await service.call(confirmIdentity, { body: { password, code } }, token);
    assert.equal((await confirm(code)).code, 'wrong_code');
    const recovery = recoveryCodes[0];
    await service.call(confirmIdentity, { body: { password, code: recovery } }, token);
    assert.equal((await confirm(recovery)).code, 'wrong_code');
    // A right code does not make up for a wrong password.
    const body = { password: 'wrong horse battery', code: recoveryCodes[1] };
    assert.equal((await service.fail(confirmIdentity, { body }, token)).code, 'wrong_password');
    const { security } = await service.call(getAccountSecurity, {}, token);
    assert.equal(security.recovery_codes_left, 9);
  });

  it('says to sign in again where there is no password', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await signedInUser(service);
    await service.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', user.id)
      .execute();
    const refused = await service.fail(confirmIdentity, { body: { password: 'x' } }, token);
    assert.deepEqual([refused.status, refused.code], [409, 'no_password']);
    assert.match(refused.message, /sign in again/);
  });

  it('is confirmed by a person: not without a session, and not by a device', async (t) => {
    const service = await startTestService(t);
    const { user, password } = await signedInUser(service);
    const device = { kind: 'bot', name: 'vps' } as const;
    const bot = await service.call(login, {
      body: { username_or_email: user.username, password, device },
    });
    for (const [endpoint, input] of [
      [confirmIdentity, { body: { password } }],
      [startPasskeyConfirmation, {}],
      [confirmWithPasskey, { body: { response: {} } }],
    ] as const) {
      assert.equal((await service.fail(endpoint, input)).code, 'unauthorized');
      const refused = await service.fail(endpoint, input, bot.access_token);
      assert.equal(refused.code, 'device_not_allowed');
    }
  });
});

describe('confirming with a passkey', () => {
  it('stands for password and code, once for each challenge', async (t) => {
    const service = await startTestService(t);
    const { token } = await userWithApp(service);
    const authenticator = await addedPasskey(service, token);
    service.clock.advance(QUARTER_HOUR_MS);
    const { options } = await service.call(startPasskeyConfirmation, {}, token);
    assert.deepEqual(options.allowCredentials, [
      { id: authenticator.credentialId, transports: ['internal'], type: 'public-key' },
    ]);
    // A browser that was told the passkey need not say whose it is.
    const body = { response: authenticator.get(options, { userHandle: null }) };
    const reply = await service.call(confirmWithPasskey, { body }, token);
    assert.equal(reply.confirmed_until, '2026-03-02T10:31:00.000Z');
    const again = await service.fail(confirmWithPasskey, { body }, token);
    assert.deepEqual([again.status, again.code], [403, 'passkey_refused']);
  });

  it('refuses another user’s passkey, and an answer given in another user’s session', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    const bilal = await signedInUser(service);
    const aminas = await addedPasskey(service, amina.token);
    const bilals = await addedPasskey(service, bilal.token);
    const { options } = await service.call(startPasskeyConfirmation, {}, amina.token);
    const foreign = { body: { response: bilals.get(options) } };
    const refused = await service.fail(confirmWithPasskey, foreign, amina.token);
    assert.equal(refused.code, 'passkey_refused');

    const next = await service.call(startPasskeyConfirmation, {}, amina.token);
    const mine = { body: { response: aminas.get(next.options) } };
    const stolen = await service.fail(confirmWithPasskey, mine, bilal.token);
    assert.equal(stolen.code, 'passkey_refused');
  });

  it('keeps its challenges apart from those of sign-ins', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const authenticator = await addedPasskey(service, token);
    const signIn = await service.call(startPasskeyLogin, {});
    const confirming = { body: { response: authenticator.get(signIn.options) } };
    const refused = await service.fail(confirmWithPasskey, confirming, token);
    assert.equal(refused.code, 'passkey_refused');

    const { options } = await service.call(startPasskeyConfirmation, {}, token);
    const body = { challenge: String(options.challenge), response: authenticator.get(options) };
    assert.equal((await service.fail(loginWithPasskey, { body })).code, 'challenge_over');
  });

  it('is not begun without a passkey', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const refused = await service.fail(startPasskeyConfirmation, {}, token);
    assert.equal(refused.code, 'passkey_refused');
  });

  it('is not needed right after signing in with one', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const authenticator = await addedPasskey(service, token);
    service.clock.advance(QUARTER_HOUR_MS);
    await service.call(startTotp, {}, await signedInByPasskey(service, authenticator));
  });
});
