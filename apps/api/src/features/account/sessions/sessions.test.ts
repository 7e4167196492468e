import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { login } from '@quorate/contract/account';
import { claimDevice, makeDeviceCode } from '@quorate/contract/devices';
import { endOtherSessions, endSession, listSessions } from '@quorate/contract/security';
import { getEntitlements } from '@quorate/contract/usage';
import { signedInUser, type TestUser } from '../../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';

const DAY_MS = 86_400_000;

async function signInAgain(service: TestService, { user, password }: TestUser): Promise<string> {
  const body = { username_or_email: user.username, password };
  return (await service.call(login, { body })).access_token;
}

async function addBot(service: TestService, { token }: TestUser, name = 'desk'): Promise<string> {
  const { code } = await service.call(makeDeviceCode, {}, token);
  const body = { code, device: { kind: 'bot', name } } as const;
  return (await service.call(claimDevice, { body })).access_token;
}

describe('the sessions of a user', () => {
  it('are listed last used first, the one that asks marked, and nobody else’s among them', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    await signedInUser(service);
    service.clock.advance(60_000);
    await addBot(service, amina, 'Amina’s desk');
    service.clock.advance(600_000);
    const { sessions, pagination } = await service.call(listSessions, {}, amina.token);
    assert.deepEqual(pagination, { page: 1, per_page: 50, total: 2, total_pages: 1 });
    assert.deepEqual(
      sessions.map(({ kind, name, current, address }) => ({ kind, name, current, address })),
      [
        { kind: 'browser', name: 'Unknown browser', current: true, address: '127.0.0.1' },
        { kind: 'bot', name: 'Amina’s desk', current: false, address: '127.0.0.1' },
      ],
    );
    assert.equal(sessions[1]?.expires_at, '2027-03-02T10:01:00.000Z');
  });

  it('are listed in pages, and without those that have expired', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    await signInAgain(service, amina);
    service.clock.advance(8 * DAY_MS);
    const token = await signInAgain(service, amina);
    for (let count = 0; count < 4; count++) await signInAgain(service, amina);
    const query = { page: 2, per_page: 2 };
    const { sessions, pagination } = await service.call(listSessions, { query }, token);
    assert.deepEqual(pagination, { page: 2, per_page: 2, total: 5, total_pages: 3 });
    assert.equal(sessions.length, 2);
    const last = await service.call(listSessions, { query: { page: 9, per_page: 2 } }, token);
    assert.deepEqual(last.sessions, []);
  });

  it('show neither a token nor its hash', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const reply = JSON.stringify(await service.call(listSessions, {}, token));
    const rows = await service.db.selectFrom('sessions').select('token_hash').execute();
    for (const secret of [token, ...rows.map((row) => row.token_hash)])
      assert.ok(!reply.includes(secret));
  });
});

describe('ending a session', () => {
  it('refuses its token from the next call on, and is written down', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    const bot = await addBot(service, amina);
    await service.call(getEntitlements, {}, bot);
    const { sessions } = await service.call(listSessions, {}, amina.token);
    const params = { session_id: sessions.find((session) => !session.current)?.session_id ?? '' };
    await service.call(endSession, { params }, amina.token);
    assert.equal((await service.fail(getEntitlements, {}, bot)).status, 401);
    await service.call(endSession, { params }, amina.token);
    const events = await service.db
      .selectFrom('security_events')
      .select(['kind', 'about'])
      .where('kind', '=', 'session_ended')
      .execute();
    assert.deepEqual(events, [{ kind: 'session_ended', about: 'desk' }]);
  });

  it('of somebody else answers the same and ends nothing', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    const mallory = await signedInUser(service);
    const { sessions } = await service.call(listSessions, {}, amina.token);
    const unknown = await service.call(
      endSession,
      { params: { session_id: '01890000-0000-7000-8000-000000000000' } },
      mallory.token,
    );
    const params = { session_id: sessions[0]?.session_id ?? '' };
    assert.deepEqual(await service.call(endSession, { params }, mallory.token), unknown);
    await service.call(listSessions, {}, amina.token);
  });

  it('that asks is a sign-out', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { sessions } = await service.call(listSessions, {}, token);
    const params = { session_id: sessions[0]?.session_id ?? '' };
    await service.call(endSession, { params }, token);
    assert.equal((await service.fail(listSessions, {}, token)).status, 401);
  });
});

describe('ending the other sessions', () => {
  it('spares the devices unless they are meant as well', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    const other = await signInAgain(service, amina);
    const bot = await addBot(service, amina);
    const stranger = await signedInUser(service);
    const first = await service.call(endOtherSessions, { body: {} }, amina.token);
    assert.equal(first.sessions_ended, 1);
    assert.equal((await service.fail(listSessions, {}, other)).status, 401);
    await service.call(getEntitlements, {}, bot);
    const second = await service.call(endOtherSessions, { body: { devices: true } }, amina.token);
    assert.equal(second.sessions_ended, 1);
    assert.equal((await service.fail(getEntitlements, {}, bot)).status, 401);
    await service.call(listSessions, {}, amina.token);
    await service.call(listSessions, {}, stranger.token);
    const none = await service.call(endOtherSessions, { body: { devices: true } }, amina.token);
    assert.deepEqual([none.sessions_ended, none.message], [0, 'There was no other session.']);
  });

  it('writes one line for each, and one for all when they are many', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service);
    const { user_id, expires_at } = await service.db
      .selectFrom('sessions')
      .select(['user_id', 'expires_at'])
      .executeTakeFirstOrThrow();
    const now = new Date(service.clock.now());
    await service.db
      .insertInto('sessions')
      .values(
        Array.from({ length: 25 }, (_, index) => ({
          token_hash: `hash-${index}`,
          id: `01890000-0000-7000-8000-0000000000${index + 10}`,
          user_id,
          kind: 'browser' as const,
          name: 'Firefox',
          address: null,
          created_at: now,
          last_used_at: now,
          expires_at,
        })),
      )
      .execute();
    const reply = await service.call(endOtherSessions, { body: {} }, amina.token);
    assert.equal(reply.sessions_ended, 25);
    const events = await service.db
      .selectFrom('security_events')
      .select('about')
      .where('kind', '=', 'session_ended')
      .execute();
    assert.deepEqual(events, [{ about: '25 sessions' }]);
  });
});
