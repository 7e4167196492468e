import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { removePasskey } from '@quorate/contract/second-factors';
import { getAccountSecurity, listSessions } from '@quorate/contract/security';
import { loginWithPasskey, startPasskeyLogin } from '@quorate/contract/sign-in-steps';
import { type Deviation, newAuthenticator } from '../../../../test/helpers/authenticator.ts';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import {
  addedPasskey,
  passkeyLogin,
  signedInByPasskey,
} from '../../../../test/helpers/passkeys.ts';
import { userWithApp } from '../../../../test/helpers/second-factor.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

async function serviceWithPasskey(t: TestContext, counts = true) {
  const service = await startTestService(t);
  const amina = await signedInUser(service, { username: 'amina' });
  const authenticator = newAuthenticator({ origin: 'http://localhost:3000', counts });
  await addedPasskey(service, amina.token, 'Phone', authenticator);
  return { service, authenticator, ...amina };
}

describe('signing in with a passkey', () => {
  it('needs no name: the passkey says whose it is', async (t) => {
    const { service, authenticator, user } = await serviceWithPasskey(t);
    const { challenge, options } = await service.call(startPasskeyLogin, {});
    assert.equal(options.rpId, 'localhost');
    assert.equal(options.userVerification, 'required');
    assert.deepEqual(options.allowCredentials, []);
    service.clock.advance(60_000);
    const reply = await service.call(loginWithPasskey, {
      body: { challenge, response: authenticator.get(options) },
    });
    assert.deepEqual(reply.user, user);
    const { security } = await service.call(getAccountSecurity, {}, reply.access_token);
    assert.equal(security.passkeys[0]?.last_used_at, '2026-03-02T10:01:00.000Z');
    assert.notEqual(security.confirmed_until, null);
  });

  it('stands for password and code at once', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await userWithApp(service);
    const authenticator = await addedPasskey(service, token);
    const body = await passkeyLogin(service, authenticator);
    const reply = await service.call(loginWithPasskey, { body });
    assert.deepEqual(reply.user, user);
  });

  it('opens a device’s own session where one asks', async (t) => {
    const { service, authenticator, token } = await serviceWithPasskey(t);
    const device = { kind: 'desktop', name: 'Office PC' } as const;
    const body = { ...(await passkeyLogin(service, authenticator)), device };
    const { access_token } = await service.call(loginWithPasskey, { body });
    assert.equal(
      (await service.fail(getAccountSecurity, {}, access_token)).code,
      'device_not_allowed',
    );
    const { sessions } = await service.call(listSessions, {}, token);
    assert.ok(sessions.some(({ kind }) => kind === 'desktop'));
  });

  const wrong: [string, Deviation][] = [
    ['another origin', { origin: 'https://quorate.example' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['the answer to a registration', { type: 'webauthn.create' }],
    ['a holder who was not checked', { verified: false }],
    ['a passkey that says to be somebody else’s', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
    ['a passkey that does not say whose it is', { userHandle: null }],
  ];
  for (const [what, deviation] of wrong) {
    it(`refuses ${what}, without telling what is wrong`, async (t) => {
      const { service, authenticator } = await serviceWithPasskey(t);
      const body = await passkeyLogin(service, authenticator, deviation);
      const refused = await service.fail(loginWithPasskey, { body });
      const stranger = newAuthenticator();
      stranger.create({ challenge: 'AA', rp: { id: 'localhost' }, user: { id: 'AA' } });
      const unknown = await service.fail(loginWithPasskey, {
        body: await passkeyLogin(service, stranger),
      });
      assert.deepEqual({ ...refused, request_id: '' }, { ...unknown, request_id: '' });
      assert.deepEqual([refused.status, refused.code], [403, 'passkey_refused']);
    });
  }

  it('refuses a signature by another key, and one over changed data', async (t) => {
    const { service, authenticator } = await serviceWithPasskey(t);
    const forged = await passkeyLogin(service, newAuthenticator());
    const id = authenticator.credentialId;
    const body = { ...forged, response: { ...forged.response, id, rawId: id } };
    assert.equal((await service.fail(loginWithPasskey, { body })).code, 'passkey_refused');

    const signed = await passkeyLogin(service, authenticator);
    const inner = Object(signed.response.response);
    const data = Buffer.from(String(inner.authenticatorData), 'base64url');
    data.writeUInt32BE(4_000, 33);
    const response = { ...inner, authenticatorData: data.toString('base64url') };
    const changed = { ...signed, response: { ...signed.response, response } };
    assert.equal((await service.fail(loginWithPasskey, { body: changed })).code, 'passkey_refused');
  });

  it('takes an answer once, also of twenty at the same moment', async (t) => {
    const { service, authenticator } = await serviceWithPasskey(t, false);
    const body = await passkeyLogin(service, authenticator);
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => service.call(loginWithPasskey, { body })),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    const replay = await service.fail(loginWithPasskey, { body });
    assert.deepEqual([replay.status, replay.code], [400, 'challenge_over']);
  });

  it('uses a challenge up with a wrong answer, too', async (t) => {
    const { service, authenticator } = await serviceWithPasskey(t);
    const { challenge, options } = await service.call(startPasskeyLogin, {});
    await service.fail(loginWithPasskey, { body: { challenge, response: {} } });
    const body = { challenge, response: authenticator.get(options) };
    assert.equal((await service.fail(loginWithPasskey, { body })).code, 'challenge_over');
  });

  it('waits five minutes for an answer, and not a millisecond more', async (t) => {
    const { service, authenticator } = await serviceWithPasskey(t);
    const inTime = await passkeyLogin(service, authenticator);
    const late = await passkeyLogin(service, authenticator);
    service.clock.advance(5 * 60_000 - 1);
    await service.call(loginWithPasskey, { body: inTime });
    service.clock.advance(1);
    assert.equal((await service.fail(loginWithPasskey, { body: late })).code, 'challenge_over');
  });

  it('refuses a count that did not go up, and lets the next one pass', async (t) => {
    const { service, authenticator } = await serviceWithPasskey(t);
    await signedInByPasskey(service, authenticator);
    await signedInByPasskey(service, authenticator);
    for (const signCount of [2, 1, 0]) {
      const body = await passkeyLogin(service, authenticator, { signCount });
      assert.equal((await service.fail(loginWithPasskey, { body })).code, 'passkey_refused');
    }
    const body = await passkeyLogin(service, authenticator, { signCount: 3 });
    await service.call(loginWithPasskey, { body });
  });

  it('lets one pass of two copies that count the same, at the same moment', async (t) => {
    const { service, authenticator } = await serviceWithPasskey(t);
    const bodies = [
      await passkeyLogin(service, authenticator, { signCount: 7 }),
      await passkeyLogin(service, authenticator, { signCount: 7 }),
    ];
    const answers = await Promise.allSettled(
      bodies.map((body) => service.call(loginWithPasskey, { body })),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('lets an authenticator that does not count pass again and again', async (t) => {
    const { service, authenticator } = await serviceWithPasskey(t, false);
    for (let time = 0; time < 3; time++) await signedInByPasskey(service, authenticator);
  });

  it('ends with the passkey', async (t) => {
    const { service, authenticator, token } = await serviceWithPasskey(t);
    const body = await passkeyLogin(service, authenticator);
    const [passkey] = (await service.call(getAccountSecurity, {}, token)).security.passkeys;
    const params = { passkey_id: passkey?.passkey_id ?? '' };
    await service.call(removePasskey, { params }, token);
    assert.equal((await service.fail(loginWithPasskey, { body })).code, 'passkey_refused');
  });

  it('is limited by address, and what succeeds does not count', async (t) => {
    const service = await startTestService(t, { limits: { codeTries: 3 } });
    const { token } = await signedInUser(service);
    const authenticator = await addedPasskey(service, token);
    for (let time = 0; time < 5; time++) await signedInByPasskey(service, authenticator);
    const body = { challenge: 'x', response: {} };
    for (const code of ['challenge_over', 'challenge_over', 'challenge_over', 'rate_limited'])
      assert.equal((await service.fail(loginWithPasskey, { body })).code, code);
    await signedInByPasskey(service, authenticator);
    for (let start = 7; start <= 30; start++) await service.call(startPasskeyLogin, {});
    assert.equal((await service.fail(startPasskeyLogin, {})).code, 'rate_limited');
  });
});
