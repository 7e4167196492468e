import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { login, logout } from '@quorate/contract/account';
import { claimDevice, makeDeviceCode } from '@quorate/contract/devices';
import { listSessions } from '@quorate/contract/security';
import { syncTrades } from '@quorate/contract/trade-sync';
import { getEntitlements } from '@quorate/contract/usage';
import { accountInput, signedInUser, tradeInput } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { newDeviceCode, readDeviceCode, shownDeviceCode } from './devices.routes.ts';

const DEVICE = { kind: 'bot', name: 'trading-desk' } as const;
const MINUTE_MS = 60_000;

describe('a device code', () => {
  it('is eight characters in two groups, none of which is mistaken for another, and no word', () => {
    const codes = Array.from({ length: 2_000 }, newDeviceCode);
    for (const code of codes)
      assert.match(shownDeviceCode(code), /^[^AEIOUYLSZ015-]{4}-[^AEIOUYLSZ015-]{4}$/);
    assert.equal(new Set(codes).size, codes.length);
    assert.equal(new Set(codes.join('')).size, 24, 'every character is used');
  });

  it('is read however it was typed', () => {
    for (const typed of ['F7KQ-2MXD', 'f7kq2mxd', ' f7kq 2mxd ', 'F7-KQ-2M-XD', 'f7kq\t2mxd'])
      assert.equal(readDeviceCode(typed), 'F7KQ2MXD', typed);
    for (const typed of ['', 'F7KQ-2MX', 'F7KQ-2MXDD', 'A7KQ-2MXD', 'F7KQ_2MXD', 'Ｆ7KQ2MXD'])
      assert.equal(readDeviceCode(typed), null, typed);
  });

  it('signs a bot in once; the owner is told by mail and sees it among the sessions', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service, { username: 'amina' });
    const { code, expires_at } = await service.call(makeDeviceCode, {}, amina.token);
    assert.equal(expires_at, '2026-03-02T10:10:00.000Z');
    const typed = code.toLowerCase().replace('-', ' ');
    const reply = await service.call(claimDevice, { body: { code: typed, device: DEVICE } });
    assert.deepEqual(reply.user, amina.user);
    await service.call(getEntitlements, {}, reply.access_token);
    const again = await service.fail(claimDevice, { body: { code, device: DEVICE } });
    assert.deepEqual([again.status, again.code], [403, 'device_code_invalid']);
    const { sessions } = await service.call(listSessions, {}, amina.token);
    assert.ok(sessions.some(({ kind, name }) => kind === 'bot' && name === 'trading-desk'));
    const [mail] = await service.mailsTo(amina.user.email);
    assert.equal(mail?.subject, 'A bot was signed in to your account');
    assert.match(mail?.text ?? '', /The bot “trading-desk” was signed in/);
  });

  it('is stored neither as it is nor as a hash that could be guessed', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { code } = await service.call(makeDeviceCode, {}, token);
    const stored = JSON.stringify(await service.db.selectFrom('challenges').selectAll().execute());
    const plain = code.replace('-', '');
    for (const secret of [code, plain]) {
      assert.ok(!stored.includes(secret));
      assert.ok(!stored.includes(createHash('sha256').update(secret).digest('hex')));
    }
  });

  it('works ten minutes to the millisecond', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const early = await service.call(makeDeviceCode, {}, token);
    service.clock.advance(10 * MINUTE_MS - 1);
    await service.call(claimDevice, { body: { code: early.code, device: DEVICE } });
    const late = await service.call(makeDeviceCode, {}, token);
    service.clock.advance(10 * MINUTE_MS);
    const refused = await service.fail(claimDevice, { body: { code: late.code, device: DEVICE } });
    assert.equal(refused.code, 'device_code_invalid');
  });

  it('ends when a new one is made', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const first = await service.call(makeDeviceCode, {}, token);
    const second = await service.call(makeDeviceCode, {}, token);
    const refused = await service.fail(claimDevice, { body: { code: first.code, device: DEVICE } });
    assert.equal(refused.code, 'device_code_invalid');
    await service.call(claimDevice, { body: { code: second.code, device: DEVICE } });
  });

  it('signs one device in when fifty claim it at once', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { code } = await service.call(makeDeviceCode, {}, token);
    const body = { code, device: DEVICE };
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => service.call(claimDevice, { body })),
    );
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1);
    const bots = await service.db
      .selectFrom('sessions')
      .select('id')
      .where('kind', '=', 'bot')
      .execute();
    assert.equal(bots.length, 1);
  });

  it('cannot be guessed: an address has so many wrong tries, also at once, and right ones do not count', async (t) => {
    const service = await startTestService(t, { limits: { codeTries: 5 } });
    const { token } = await signedInUser(service);
    for (let count = 0; count < 7; count++) {
      const { code } = await service.call(makeDeviceCode, {}, token);
      await service.call(claimDevice, { body: { code, device: DEVICE } });
    }
    const wrong = { body: { code: 'BBBB-BBBB', device: DEVICE } };
    const failures = await Promise.all(
      Array.from({ length: 20 }, () => service.fail(claimDevice, wrong)),
    );
    const codes = failures.map((failure) => failure.code);
    assert.equal(codes.filter((code) => code === 'device_code_invalid').length, 5);
    assert.equal(codes.filter((code) => code === 'rate_limited').length, 15);
    const { code } = await service.call(makeDeviceCode, {}, token);
    const stopped = await service.fail(claimDevice, { body: { code, device: DEVICE } });
    assert.equal(stopped.code, 'rate_limited');
    service.clock.advance(60 * MINUTE_MS);
    assert.equal((await service.fail(claimDevice, wrong)).code, 'device_code_invalid');
  });

  it('is made by a confirmed session alone, and not too often', async (t) => {
    const service = await startTestService(t, { limits: { deviceCodes: 2 } });
    const { token } = await signedInUser(service);
    await service.call(makeDeviceCode, {}, token);
    await service.call(makeDeviceCode, {}, token);
    assert.equal((await service.fail(makeDeviceCode, {}, token)).code, 'rate_limited');
    service.clock.advance(16 * MINUTE_MS);
    assert.equal((await service.fail(makeDeviceCode, {}, token)).code, 'confirmation_needed');
  });
});

describe('a device', () => {
  it('signs in with name and password, too, trades and reads, and changes nothing of the account', async (t) => {
    const service = await startTestService(t);
    const { user, password, token } = await signedInUser(service, { username: 'amina' });
    const body = { username_or_email: 'amina', password, device: DEVICE };
    const bot = (await service.call(login, { body })).access_token;
    await service.call(getEntitlements, {}, bot);
    const trades = [tradeInput()];
    await service.call(syncTrades, { body: { account: accountInput(), trades } }, bot);
    for (const call of [listSessions, makeDeviceCode]) {
      const refused = await service.fail(call, {}, bot);
      assert.deepEqual([refused.status, refused.code], [403, 'device_not_allowed']);
    }
    assert.match((await service.mailsTo(user.email))[0]?.subject ?? '', /bot was signed in/);
    await service.call(logout, {}, bot);
    assert.equal((await service.fail(getEntitlements, {}, bot)).status, 401);
    await service.call(listSessions, {}, token);
  });

  it('rests up to 60 days, and ends after a year whatever it does', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { code } = await service.call(makeDeviceCode, {}, token);
    const bot = (await service.call(claimDevice, { body: { code, device: DEVICE } })).access_token;
    const day = 86_400_000;
    for (let days = 0; days + 59 < 365; days += 59) {
      service.clock.advance(59 * day);
      await service.call(getEntitlements, {}, bot);
    }
    service.clock.advance(59 * day);
    assert.equal((await service.fail(getEntitlements, {}, bot)).status, 401);
  });

  const names: [string, string][] = [
    ['', 'an empty name'],
    ['x'.repeat(61), 'a name of 61 characters'],
    ['a\u0000b', 'a name with a control character'],
    ['\ud800', 'half a character'],
  ];
  for (const [name, what] of names) {
    it(`is refused with ${what}, and the code stays`, async (t) => {
      const service = await startTestService(t);
      const { token } = await signedInUser(service);
      const { code } = await service.call(makeDeviceCode, {}, token);
      const refused = await service.fail(claimDevice, {
        body: { code, device: { kind: 'bot', name } },
      });
      assert.equal(refused.code, 'validation_failed');
      await service.call(claimDevice, { body: { code, device: DEVICE } });
    });
  }
});
