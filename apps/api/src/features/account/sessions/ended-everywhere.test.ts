import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { forgotPassword, login, logout, resetPassword } from '@quorate/contract/account';
import { makeDeviceCode } from '@quorate/contract/devices';
import { getDashboard } from '@quorate/contract/usage';
import { mailedToken, signedInUser } from '../../../../test/helpers/builders.ts';
import { freshDatabase } from '../../../../test/helpers/fresh-database.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';

async function resetTokenOf(service: TestService, email: string): Promise<string> {
  await service.call(forgotPassword, { body: { email } });
  return mailedToken(service, email);
}

async function twoServices(t: TestContext) {
  const database = await freshDatabase();
  t.after(database.close);
  const here = await startTestService(t, { database });
  return { here, there: await startTestService(t, { database, clock: here.clock }) };
}

describe('a session', () => {
  it('that is signed out or reset is refused at once where that was done', async (t) => {
    const { here, there } = await twoServices(t);
    const first = await signedInUser(here, { username: 'amina' });
    await here.call(getDashboard, {}, first.token);
    await here.call(logout, {}, first.token);
    assert.equal((await here.fail(getDashboard, {}, first.token)).status, 401);
    assert.equal((await there.fail(getDashboard, {}, first.token)).status, 401);

    const body = { username_or_email: 'amina', password: first.password };
    const { access_token } = await here.call(login, { body });
    await here.call(getDashboard, {}, access_token);
    const token = await resetTokenOf(here, 'amina@example.com');
    await here.call(resetPassword, { body: { token, password: 'six ox' } });
    assert.equal((await here.fail(getDashboard, {}, access_token)).status, 401);
  });

  // @promise 2.9
  it('that is signed out or reset is refused within a second by every other service on the database', async (t) => {
    const { here, there } = await twoServices(t);
    const first = await signedInUser(here, { username: 'amina' });
    await there.call(getDashboard, {}, first.token);
    await here.call(logout, {}, first.token);
    here.clock.advance(1_000);
    assert.equal((await there.fail(getDashboard, {}, first.token)).status, 401);

    const body = { username_or_email: 'amina', password: first.password };
    const { access_token } = await there.call(login, { body });
    await here.call(getDashboard, {}, access_token);
    const token = await resetTokenOf(here, 'amina@example.com');
    await there.call(resetPassword, { body: { token, password: 'six ox' } });
    here.clock.advance(1_000);
    assert.equal((await here.fail(getDashboard, {}, access_token)).status, 401);
  });

  it('is refused within a second of real time also where the clock of the service stands still', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { here, there } = await twoServices(t);
    const { token } = await signedInUser(here);
    await there.call(getDashboard, {}, token);
    await here.call(logout, {}, token);
    t.mock.timers.tick(1_000);
    assert.equal((await there.fail(getDashboard, {}, token)).status, 401);
  });

  it('that was ended elsewhere changes nothing that has to be confirmed, not even within that second', async (t) => {
    const { here, there } = await twoServices(t);
    const { token } = await signedInUser(here);
    await there.call(getDashboard, {}, token);
    await here.call(logout, {}, token);
    assert.equal((await there.fail(makeDeviceCode, {}, token)).status, 401);
  });

  it('is not believed for longer because the database is away', async (t) => {
    const database = await freshDatabase();
    t.after(database.close);
    let isAway = false;
    const db = database.db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error('The database is away.');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const here = await startTestService(t, { database });
    const there = await startTestService(t, { database: { ...database, db }, clock: here.clock });
    const { token } = await signedInUser(here);
    await there.call(getDashboard, {}, token);
    await here.call(logout, {}, token);
    isAway = true;
    here.clock.advance(1_000);
    assert.equal((await there.fail(getDashboard, {}, token)).status, 500);
    isAway = false;
    assert.equal((await there.fail(getDashboard, {}, token)).status, 401);
  });

  it('is not opened by a password that is reset while it is being checked', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const token = await resetTokenOf(service, 'amina@example.com');
    const [, ...signIns] = await Promise.all([
      service.call(resetPassword, { body: { token, password: 'six ox' } }),
      ...Array.from({ length: 8 }, () =>
        service.app.inject({
          method: 'POST',
          url: login.path,
          payload: { username_or_email: 'amina', password: 'correct horse battery' },
        }),
      ),
    ]);
    for (const answer of signIns) {
      if (answer.statusCode !== 200) continue;
      const { access_token } = answer.json<{ access_token: string }>();
      assert.equal((await service.fail(getDashboard, {}, access_token)).status, 401);
    }
  });

  it('neither dies nor comes alive again when the clock jumps', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service, { username: 'amina' });
    service.clock.set('2026-03-01T10:00:00Z');
    await service.call(getDashboard, {}, token);
    service.clock.set('2026-03-08T09:59:59Z');
    await service.call(getDashboard, {}, token);
    service.clock.set('2026-04-01T10:00:01Z');
    assert.equal((await service.fail(getDashboard, {}, token)).status, 401);
  });
});
