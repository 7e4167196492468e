import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import {
  disableTotp,
  enableTotp,
  makeRecoveryCodes,
  startTotp,
} from '@quorate/contract/second-factors';
import { getAccountSecurity, listSecurityEvents } from '@quorate/contract/security';
import { loginWithCode } from '@quorate/contract/sign-in-steps';
import { Secret, URI } from 'otpauth';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import {
  challengeFor,
  codeOf,
  userWithApp,
  wrongCodeOf,
} from '../../../../test/helpers/second-factor.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

describe('turning an authenticator app on', () => {
  it('takes a first code, gives ten recovery codes and mails the owner', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await signedInUser(service, { username: 'amina' });
    const { secret, uri } = await service.call(startTotp, {}, token);
    const read = URI.parse(uri);
    assert.deepEqual([read.issuer, read.label, read.secret.base32], ['Quorate', 'amina', secret]);

    const reply = await service.call(
      enableTotp,
      { body: { code: codeOf(service, secret) } },
      token,
    );
    assert.equal(new Set(reply.recovery_codes).size, 10);
    const { security } = await service.call(getAccountSecurity, {}, token);
    assert.deepEqual([security.totp, security.recovery_codes_left], [true, 10]);
    const [mail] = await service.mailsTo(user.email);
    assert.equal(mail?.subject, 'An authenticator app was turned on');
    assert.match(mail.text, /2 March 2026 at 10:00 UTC from the address 127\.0\.0\.1/);
    const { events } = await service.call(listSecurityEvents, {}, token);
    assert.deepEqual([events[0]?.kind, events[0]?.address], ['totp_on', '127.0.0.1']);
  });

  it('stores neither the secret nor a recovery code as they are', async (t) => {
    const service = await startTestService(t);
    const { secret, recoveryCodes } = await userWithApp(service);
    const stored = JSON.stringify([
      await service.db.selectFrom('totp_secrets').selectAll().execute(),
      await service.db.selectFrom('recovery_codes').selectAll().execute(),
      await service.db.selectFrom('outbox').selectAll().execute(),
      await service.db.selectFrom('security_events').selectAll().execute(),
    ]).toLowerCase();
    assert.ok(!stored.includes(secret.toLowerCase()));
    assert.ok(!stored.includes(Secret.fromBase32(secret).hex.toLowerCase()));
    for (const code of recoveryCodes) {
      assert.ok(!stored.includes(code));
      assert.ok(!stored.includes(code.replaceAll('-', '')));
    }
  });

  it('needs the newest secret: starting again forgets the one before', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const first = await service.call(startTotp, {}, token);
    const second = await service.call(startTotp, {}, token);
    assert.notEqual(first.secret, second.secret);
    const old = await service.fail(
      enableTotp,
      { body: { code: codeOf(service, first.secret) } },
      token,
    );
    assert.deepEqual([old.status, old.code], [403, 'wrong_code']);
    await service.call(enableTotp, { body: { code: codeOf(service, second.secret) } }, token);
  });

  it('is refused before it was started and once it is on', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const early = await service.fail(enableTotp, { body: { code: '123456' } }, token);
    assert.deepEqual([early.status, early.code], [409, 'totp_not_started']);
    const { secret } = await service.call(startTotp, {}, token);
    await service.call(enableTotp, { body: { code: codeOf(service, secret) } }, token);
    for (const [endpoint, input] of [
      [startTotp, {}],
      [enableTotp, { body: { code: codeOf(service, secret, 1) } }],
    ] as const)
      assert.equal((await service.fail(endpoint, input, token)).code, 'totp_on_already');
  });

  it('succeeds once of twenty at the same moment, and its ten codes are the ones that work', async (t) => {
    const service = await startTestService(t, { limits: { signInFailuresPerAccount: 1_000 } });
    const { token, user, password } = await signedInUser(service);
    const { secret } = await service.call(startTotp, {}, token);
    const input = { body: { code: codeOf(service, secret) } };
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => service.call(enableTotp, input, token)),
    );
    const won = answers.filter((answer) => answer.status === 'fulfilled');
    assert.equal(won.length, 1);
    const { length } = await service.db.selectFrom('recovery_codes').selectAll().execute();
    assert.equal(length, 10);
    const challenge = await challengeFor(service, { token, user, password });
    const code = won[0]?.value.recovery_codes[9] ?? '';
    await service.call(loginWithCode, { body: { challenge, code } });
  });

  it('is over for a quarter of an hour after ten wrong codes, also for the right one', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { secret } = await service.call(startTotp, {}, token);
    const wrong = { body: { code: wrongCodeOf(service, secret) } };
    for (let time = 1; time <= 10; time++)
      assert.equal((await service.fail(enableTotp, wrong, token)).code, 'wrong_code', `${time}`);
    const right = () => ({ body: { code: codeOf(service, secret) } });
    const refused = await service.fail(enableTotp, right(), token);
    assert.deepEqual([refused.status, refused.code], [429, 'rate_limited']);
    service.clock.advance(15 * 60_000 - 1_000);
    assert.equal((await service.fail(enableTotp, right(), token)).code, 'rate_limited');
  });
});

describe('turning it off, and new recovery codes', () => {
  it('asks for no code afterwards, and ends recovery codes and sign-ins that wait', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service, { username: 'amina' });
    const challenge = await challengeFor(service, amina);
    await service.call(disableTotp, {}, amina.token);
    const code = amina.recoveryCodes[0] ?? '';
    const late = await service.fail(loginWithCode, { body: { challenge, code } });
    assert.equal(late.code, 'challenge_over');
    await service.call(login, {
      body: { username_or_email: 'amina', password: amina.password },
    });
    const left = await service.db.selectFrom('recovery_codes').selectAll().execute();
    assert.deepEqual(left, []);
    const [mail] = await service.mailsTo(amina.user.email);
    assert.equal(mail?.subject, 'The authenticator app was turned off');
  });

  it('succeeds when there is none, and then tells nobody', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await signedInUser(service);
    const before = (await service.mailsTo(user.email)).length;
    await service.call(disableTotp, {}, token);
    assert.equal((await service.mailsTo(user.email)).length, before);
  });

  it('makes new recovery codes that put an end to the old ones', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    const { recovery_codes: renewed } = await service.call(makeRecoveryCodes, {}, amina.token);
    assert.equal(new Set([...renewed, ...amina.recoveryCodes]).size, 20);
    const challenge = await challengeFor(service, amina);
    const old = { challenge, code: amina.recoveryCodes[0] ?? '' };
    assert.equal((await service.fail(loginWithCode, { body: old })).code, 'wrong_code');
    await service.call(loginWithCode, { body: { challenge, code: renewed[0] ?? '' } });
  });

  it('makes none without an app', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await service.call(startTotp, {}, token);
    const refused = await service.fail(makeRecoveryCodes, {}, token);
    assert.deepEqual([refused.status, refused.code], [409, 'totp_off']);
  });
});

describe('who may change second factors', () => {
  it('is nobody without a session, no device, and no session that was not confirmed lately', async (t) => {
    const service = await startTestService(t);
    const { token, user, password } = await signedInUser(service);
    const bot = await service.call(login, {
      body: {
        username_or_email: user.username,
        password,
        device: { kind: 'bot', name: 'vps' },
      },
    });
    const calls = [
      [startTotp, {}],
      [enableTotp, { body: { code: '123456' } }],
      [disableTotp, {}],
      [makeRecoveryCodes, {}],
    ] as const;
    for (const [endpoint, input] of calls) {
      assert.equal((await service.fail(endpoint, input)).code, 'unauthorized');
      const device = await service.fail(endpoint, input, bot.access_token);
      assert.deepEqual([device.status, device.code], [403, 'device_not_allowed']);
    }
    service.clock.advance(15 * 60_000);
    for (const [endpoint, input] of calls) {
      const late = await service.fail(endpoint, input, token);
      assert.deepEqual([late.status, late.code], [403, 'confirmation_needed']);
    }
  });

  it('is each for themselves: one user’s app is not another’s', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service);
    const bilal = await signedInUser(service);
    const mine = await service.call(startTotp, {}, bilal.token);
    const foreign = { body: { code: codeOf(service, amina.secret) } };
    assert.equal((await service.fail(enableTotp, foreign, bilal.token)).code, 'wrong_code');
    await service.call(disableTotp, {}, bilal.token);
    assert.equal((await service.call(getAccountSecurity, {}, amina.token)).security.totp, true);
    assert.notEqual(mine.secret, amina.secret);
  });
});
