import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { login } from '@quorate/contract/account';
import { addPasskey, removePasskey, startPasskey } from '@quorate/contract/second-factors';
import { getAccountSecurity, listSecurityEvents } from '@quorate/contract/security';
import { type Deviation, newAuthenticator } from '../../../../test/helpers/authenticator.ts';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { addedPasskey } from '../../../../test/helpers/passkeys.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

async function serviceWithUser(t: TestContext) {
  const service = await startTestService(t);
  return { service, ...(await signedInUser(service, { username: 'amina' })) };
}

describe('adding a passkey', () => {
  it('keeps it by its name, and mails the owner', async (t) => {
    const { service, token, user } = await serviceWithUser(t);
    const { options } = await service.call(startPasskey, {}, token);
    assert.deepEqual(options.rp, { name: 'Quorate', id: 'localhost' });
    assert.deepEqual(options.excludeCredentials, []);
    assert.deepEqual(options.authenticatorSelection, {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    });
    const response = newAuthenticator().create(options);
    await service.call(addPasskey, { body: { response, name: ' Phone ' } }, token);
    const { security } = await service.call(getAccountSecurity, {}, token);
    assert.deepEqual(
      security.passkeys.map(({ passkey_id, ...rest }) => rest),
      [
        {
          name: 'Phone',
          synced: false,
          created_at: '2026-03-02T10:00:00.000Z',
          last_used_at: null,
        },
      ],
    );
    const [mail] = await service.mailsTo(user.email);
    assert.equal(mail?.subject, 'A passkey was added to your account');
    const { events } = await service.call(listSecurityEvents, {}, token);
    assert.deepEqual([events[0]?.kind, events[0]?.about], ['passkey_added', 'Phone']);
  });

  const wrong: [string, Deviation][] = [
    ['another origin', { origin: 'http://localhost:3001' }],
    ['another scheme', { origin: 'https://localhost:3000' }],
    ['another site', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['an answer to a sign-in', { type: 'webauthn.get' }],
    ['a holder who was not checked', { verified: false }],
  ];
  for (const [what, deviation] of wrong) {
    it(`refuses ${what}`, async (t) => {
      const { service, token } = await serviceWithUser(t);
      const { options } = await service.call(startPasskey, {}, token);
      const response = newAuthenticator().create(options, deviation);
      const failure = await service.fail(addPasskey, { body: { response, name: 'x' } }, token);
      assert.deepEqual([failure.status, failure.code], [403, 'passkey_refused']);
      assert.equal(failure.details, undefined);
    });
  }

  it('refuses an answer that was judged before, right or wrong', async (t) => {
    const { service, token } = await serviceWithUser(t);
    const { options } = await service.call(startPasskey, {}, token);
    const authenticator = newAuthenticator();
    const unchecked = authenticator.create(options, { verified: false });
    await service.fail(addPasskey, { body: { response: unchecked, name: 'x' } }, token);
    const right = { body: { response: authenticator.create(options), name: 'x' } };
    assert.equal((await service.fail(addPasskey, right, token)).code, 'passkey_refused');
  });

  it('refuses an answer after five minutes, and one to another user', async (t) => {
    const { service, token } = await serviceWithUser(t);
    const bilal = await signedInUser(service);
    const { options } = await service.call(startPasskey, {}, token);
    const body = { response: newAuthenticator().create(options), name: 'x' };
    assert.equal((await service.fail(addPasskey, { body }, bilal.token)).code, 'passkey_refused');
    // The other user's try has not used it up.
    service.clock.advance(5 * 60_000 - 1);
    await service.call(addPasskey, { body }, token);

    const second = await service.call(startPasskey, {}, token);
    const late = { response: newAuthenticator().create(second.options), name: 'x' };
    service.clock.advance(5 * 60_000);
    assert.equal((await service.fail(addPasskey, { body: late }, token)).code, 'passkey_refused');
  });

  it('refuses a passkey that is another user’s already', async (t) => {
    const { service, token } = await serviceWithUser(t);
    const bilal = await signedInUser(service);
    const authenticator = await addedPasskey(service, token);
    const { options } = await service.call(startPasskey, {}, bilal.token);
    const body = { response: authenticator.create(options), name: 'x' };
    assert.equal((await service.fail(addPasskey, { body }, bilal.token)).code, 'passkey_refused');
  });

  it('refuses whatever is no answer of a browser', async (t) => {
    const { service, token } = await serviceWithUser(t);
    const { options } = await service.call(startPasskey, {}, token);
    const whole = newAuthenticator().create(options);
    const inner = Object(whole.response);
    const clientDataOf = (json: string) => Buffer.from(json).toString('base64url');
    for (const response of [
      {},
      { ...whole, response: null },
      { ...whole, type: 'password' },
      { ...whole, id: '../../etc' },
      { ...whole, response: { ...inner, clientDataJSON: clientDataOf('null') } },
      { ...whole, response: { ...inner, clientDataJSON: clientDataOf('{"challenge":{}}') } },
      { ...whole, response: { ...inner, clientDataJSON: clientDataOf('[[[') } },
      { ...whole, response: { ...inner, attestationObject: 'A'.repeat(40_000) } },
      // Nested as deep as the length allows: arrays of one in CBOR.
      { ...whole, response: { ...inner, attestationObject: 'gYGB'.repeat(8_000) } },
    ]) {
      const failure = await service.fail(addPasskey, { body: { response, name: 'x' } }, token);
      assert.equal(failure.code, 'passkey_refused');
    }
  });

  it('refuses a name that cannot be kept, and keeps the challenge', async (t) => {
    const { service, token } = await serviceWithUser(t);
    const { options } = await service.call(startPasskey, {}, token);
    const response = newAuthenticator().create(options);
    for (const name of ['', '   ', 'a\u0000b', '\ud800', 'n'.repeat(61)]) {
      const failure = await service.fail(addPasskey, { body: { response, name } }, token);
      assert.deepEqual([failure.status, Object.keys(failure.fields ?? {})], [400, ['name']], name);
    }
    await service.call(addPasskey, { body: { response, name: 'n'.repeat(60) } }, token);
  });

  it('stops at twenty, also when twenty-five come at the same moment', async (t) => {
    const { service, token } = await serviceWithUser(t);
    const bodies: { response: Record<string, unknown>; name: string }[] = [];
    for (let nth = 1; nth <= 25; nth++) {
      const { options } = await service.call(startPasskey, {}, token);
      bodies.push({ response: newAuthenticator().create(options), name: `Key ${nth}` });
    }
    const answers = await Promise.allSettled(
      bodies.map((body) => service.call(addPasskey, { body }, token)),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 20);
    const refused = await service.fail(startPasskey, {}, token);
    assert.deepEqual([refused.code, refused.details], ['passkey_limit_reached', { limit: 20 }]);
  });
});

describe('removing a passkey', () => {
  it('ends its use, and is done once', async (t) => {
    const { service, token, user } = await serviceWithUser(t);
    await addedPasskey(service, token, 'Phone');
    const [passkey] = (await service.call(getAccountSecurity, {}, token)).security.passkeys;
    const params = { passkey_id: passkey?.passkey_id ?? '' };
    await service.call(removePasskey, { params }, token);
    assert.deepEqual((await service.call(getAccountSecurity, {}, token)).security.passkeys, []);
    await service.call(removePasskey, { params }, token);
    const mails = await service.mailsTo(user.email);
    assert.equal(mails.filter(({ subject }) => /passkey was removed/.test(subject)).length, 1);
  });

  it('does nothing to another user’s, and says nothing of it', async (t) => {
    const { service, token } = await serviceWithUser(t);
    const bilal = await signedInUser(service);
    await addedPasskey(service, token);
    const [passkey] = (await service.call(getAccountSecurity, {}, token)).security.passkeys;
    const foreign = { params: { passkey_id: passkey?.passkey_id ?? '' } };
    const unknown = { params: { passkey_id: randomUUID() } };
    assert.deepEqual(
      await service.call(removePasskey, foreign, bilal.token),
      await service.call(removePasskey, unknown, bilal.token),
    );
    const left = (await service.call(getAccountSecurity, {}, token)).security.passkeys;
    assert.equal(left.length, 1);
  });

  it('leaves the last way into an account, also when two are removed at the same moment', async (t) => {
    const { service, token, user } = await serviceWithUser(t);
    await addedPasskey(service, token, 'Phone');
    await addedPasskey(service, token, 'Laptop');
    await service.db
      .updateTable('users')
      .set({ password_hash: null })
      .where('id', '=', user.id)
      .execute();
    const { passkeys } = (await service.call(getAccountSecurity, {}, token)).security;
    const answers = await Promise.allSettled(
      passkeys.map(({ passkey_id }) =>
        service.call(removePasskey, { params: { passkey_id } }, token),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 1);
    const [left] = (await service.call(getAccountSecurity, {}, token)).security.passkeys;
    const params = { passkey_id: left?.passkey_id ?? '' };
    const refused = await service.fail(removePasskey, { params }, token);
    assert.deepEqual([refused.status, refused.code], [409, 'last_way_in']);
  });
});

describe('who may change passkeys', () => {
  it('is nobody without a session, no device, and no session that was not confirmed lately', async (t) => {
    const { service, token, user, password } = await serviceWithUser(t);
    const device = { kind: 'bot', name: 'vps' } as const;
    const bot = await service.call(login, {
      body: { username_or_email: user.username, password, device },
    });
    const { options } = await service.call(startPasskey, {}, token);
    const response = newAuthenticator().create(options);
    const calls = [
      [startPasskey, {}],
      [addPasskey, { body: { response, name: 'x' } }],
      [removePasskey, { params: { passkey_id: randomUUID() } }],
    ] as const;
    for (const [endpoint, input] of calls) {
      assert.equal((await service.fail(endpoint, input)).code, 'unauthorized');
      const refused = await service.fail(endpoint, input, bot.access_token);
      assert.equal(refused.code, 'device_not_allowed');
    }
    service.clock.advance(15 * 60_000);
    for (const [endpoint, input] of calls)
      assert.equal((await service.fail(endpoint, input, token)).code, 'confirmation_needed');
  });
});
