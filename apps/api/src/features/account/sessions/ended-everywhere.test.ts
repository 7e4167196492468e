import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { forgotPassword, login, logout, resetPassword } from '@quorate/contract/account';
import { getDashboard } from '@quorate/contract/usage';
import { mailedToken, signedInUser } from '../../../testing/builders.ts';
import { freshDatabase } from '../../../testing/fresh-database.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';

async function resetTokenOf(service: TestService, email: string): Promise<string> {
  await service.call(forgotPassword, { body: { email } });
  return mailedToken(service, email);
}

describe('a session', () => {
  it('that is signed out or reset is refused at once by every service on the database', async (t) => {
    const database = await freshDatabase();
    t.after(database.close);
    const here = await startTestService(t, { database });
    const there = await startTestService(t, { database, clock: here.clock });
    const first = await signedInUser(here, { username: 'amina' });
    await there.call(getDashboard, {}, first.token);
    await here.call(logout, {}, first.token);
    assert.equal((await there.fail(getDashboard, {}, first.token)).status, 401);

    const { access_token } = await there.call(login, {
      body: { username_or_email: 'amina', password: first.password },
    });
    await here.call(getDashboard, {}, access_token);
    const token = await resetTokenOf(here, 'amina@example.com');
    await there.call(resetPassword, { body: { token, password: 'sixsix' } });
    assert.equal((await here.fail(getDashboard, {}, access_token)).status, 401);
  });

  it('is not opened by a password that is reset while it is being checked', async (t) => {
    const service = await startTestService(t);
    await signedInUser(service, { username: 'amina' });
    const token = await resetTokenOf(service, 'amina@example.com');
    const [, ...signIns] = await Promise.all([
      service.call(resetPassword, { body: { token, password: 'sixsix' } }),
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
