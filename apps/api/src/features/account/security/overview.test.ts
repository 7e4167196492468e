import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import { getAccountSecurity, listSecurityEvents } from '@quorate/contract/security';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { addedPasskey } from '../../../../test/helpers/passkeys.ts';
import { userWithApp } from '../../../../test/helpers/second-factor.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { noteEvent } from './events.ts';
import { removeOldEvents } from './overview.service.ts';

const DAY_MS = 86_400_000;

describe('what protects an account', () => {
  it('is a password alone at first', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service, { username: 'amina' });
    const { security } = await service.call(getAccountSecurity, {}, token);
    assert.deepEqual(security, {
      username: 'amina',
      email: 'amina@example.com',
      pending_email: null,
      has_password: true,
      totp: false,
      recovery_codes_left: 0,
      passkeys: [],
      providers: [],
      confirmed_until: '2026-03-02T10:15:00.000Z',
    });
  });

  it('shows everything that was added, and nothing of another user’s', async (t) => {
    const service = await startTestService(t);
    const amina = await userWithApp(service, { username: 'amina' });
    await addedPasskey(service, amina.token, 'Phone');
    service.clock.advance(1_000);
    await addedPasskey(service, amina.token, 'Laptop');
    const now = new Date(service.clock.now());
    await service.db
      .insertInto('provider_accounts')
      .values({
        provider: 'github',
        subject: '42',
        user_id: amina.user.id,
        email: 'amina@work.example',
        linked_at: now,
      })
      .execute();
    await service.db
      .insertInto('challenges')
      .values({
        token_hash: 'x',
        user_id: amina.user.id,
        purpose: 'change_email',
        new_email: 'new@example.com',
        created_at: now,
        expires_at: new Date(now.getTime() + DAY_MS),
      })
      .execute();
    const { security } = await service.call(getAccountSecurity, {}, amina.token);
    assert.deepEqual(
      [security.totp, security.recovery_codes_left, security.pending_email],
      [true, 10, 'new@example.com'],
    );
    assert.deepEqual(
      security.passkeys.map(({ name }) => name),
      ['Phone', 'Laptop'],
    );
    assert.deepEqual(security.providers, [
      { provider: 'github', email: 'amina@work.example', linked_at: now.toISOString() },
    ]);
    const bilal = await signedInUser(service);
    const other = (await service.call(getAccountSecurity, {}, bilal.token)).security;
    assert.deepEqual([other.totp, other.passkeys, other.providers], [false, [], []]);
    assert.equal(other.pending_email, null);
    // A link that nobody opened within its day is no address that waits.
    service.clock.advance(DAY_MS);
    const later = await service.call(getAccountSecurity, {}, amina.token);
    assert.equal(later.security.pending_email, null);
  });

  it('is shown to its user’s browsers alone', async (t) => {
    const service = await startTestService(t);
    const { user, password } = await signedInUser(service);
    const device = { kind: 'bot', name: 'vps' } as const;
    const bot = await service.call(login, {
      body: { username_or_email: user.username, password, device },
    });
    for (const endpoint of [getAccountSecurity, listSecurityEvents]) {
      assert.equal((await service.fail(endpoint, {})).code, 'unauthorized');
      const refused = await service.fail(endpoint, {}, bot.access_token);
      assert.equal(refused.code, 'device_not_allowed');
    }
  });
});

describe('what happened to an account', () => {
  it('is listed newest first, page by page, without another user’s', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await signedInUser(service);
    const bilal = await signedInUser(service);
    for (let nth = 1; nth <= 24; nth++) {
      // Two at a time share a moment.
      if (nth % 2 === 0) service.clock.advance(1_000);
      const event = { kind: 'session_ended', about: `Browser ${nth}`, address: null } as const;
      await noteEvent(service, user.id, event);
      await noteEvent(service, bilal.user.id, { ...event, about: 'Bilal’s' });
    }
    const page = (number: number) =>
      service.call(listSecurityEvents, { query: { page: number, per_page: 10 } }, token);
    const pages = [await page(1), await page(2), await page(3), await page(4)];
    // 24 and the sign-in.
    assert.deepEqual(pages[0]?.pagination, { page: 1, per_page: 10, total: 25, total_pages: 3 });
    assert.deepEqual(
      pages.map(({ events }) => events.length),
      [10, 10, 5, 0],
    );
    const abouts = pages.flatMap(({ events }) => events.map(({ about }) => about));
    assert.deepEqual(
      abouts.slice(0, 24),
      Array.from({ length: 24 }, (_, index) => `Browser ${24 - index}`),
    );
    assert.equal(pages[2]?.events[4]?.kind, 'signed_in');
  });

  it('is kept for ninety days', async (t) => {
    const service = await startTestService(t);
    const { user, password } = await signedInUser(service);
    const kept = await service.db.selectFrom('security_events').selectAll().execute();
    service.clock.advance(90 * DAY_MS - 1);
    const { access_token } = await service.call(login, {
      body: { username_or_email: user.username, password },
    });
    await removeOldEvents(service);
    const { events } = await service.call(listSecurityEvents, {}, access_token);
    assert.equal(events.length, kept.length + 1);
    service.clock.advance(1);
    // Not shown, whether or not its row is gone.
    assert.equal((await service.call(listSecurityEvents, {}, access_token)).events.length, 1);
    await removeOldEvents(service);
    const left = await service.db.selectFrom('security_events').selectAll().execute();
    assert.equal(left.length, 1);
  });

  it('takes no page that is none', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    for (const query of [{ page: 0 }, { per_page: 501 }, { page: 'x' }, { page: randomUUID() }])
      assert.equal((await service.fail(listSecurityEvents, { query }, token)).status, 400);
  });
});
