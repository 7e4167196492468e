import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { login } from '@quorate/contract/account';
import { listAudit } from '@quorate/contract/admin-audit';
import { endUserSessions, resendUserVerification } from '@quorate/contract/admin-users';
import { listSecurityEvents } from '@quorate/contract/security';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { REASON, signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const operator = await signedInOperator(service);
  const person = await signedInUser(service, { username: 'mira' });
  const sent = { params: { user_id: person.user.id }, body: { reason: REASON } };
  const log = async () =>
    (await service.call(listAudit, {}, operator.token)).entries.map(({ action, details }) => ({
      action,
      details,
    }));
  return { service, operator, person, sent, log };
}

const signIn = (password: string) => ({ body: { username_or_email: 'mira', password } });

describe('ending all sessions of an account', () => {
  it('signs it out everywhere, tells its user, and never names the operator’s address', async (t) => {
    const { service, operator, person, sent, log } = await start(t);
    const device = { kind: 'bot' as const, name: 'box' };
    const { body } = signIn(person.password);
    const bot = await service.call(login, { body: { ...body, device } });
    const ended = await service.call(endUserSessions, sent, operator.token);
    assert.equal(ended.message, '2 sessions were ended.');
    for (const token of [person.token, bot.access_token])
      assert.equal((await service.fail(getDashboard, {}, token)).code, 'unauthorized');
    assert.deepEqual(await log(), [
      { action: 'sessions_ended', details: { sessions: 2, reason: REASON } },
    ]);
    const [mail] = await service.mailsTo('mira@example.com');
    assert.equal(mail?.subject, 'You were signed out everywhere');
    const again = await service.call(login, signIn(person.password));
    const { events } = await service.call(listSecurityEvents, {}, again.access_token);
    const addresses = events
      .filter(({ kind }) => kind === 'session_ended')
      .map(({ address }) => address);
    assert.deepEqual(addresses, [null, null]);
  });

  it('sent again ends nothing and is told to nobody', async (t) => {
    const { service, operator, sent, log } = await start(t);
    await service.call(endUserSessions, sent, operator.token);
    const again = await service.call(endUserSessions, sent, operator.token);
    assert.equal(again.message, 'Nobody was signed in.');
    assert.equal((await log()).length, 1);
  });

  it('is refused on the operator’s own account, which stays signed in', async (t) => {
    const { service, operator, sent } = await start(t);
    const params = { user_id: operator.user.id };
    const refused = await service.fail(endUserSessions, { ...sent, params }, operator.token);
    assert.equal(refused.code, 'own_account');
    await service.call(listAudit, {}, operator.token);
  });
});

describe('mailing the verification link again', () => {
  it('reaches an account that waits for it, at most once a minute', async (t) => {
    const { service, operator, person, sent, log } = await start(t);
    await service.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', person.user.id)
      .execute();
    await service.db.deleteFrom('outbox').execute();
    service.clock.advance(61_000);
    for (let turn = 0; turn < 3; turn += 1)
      await service.call(resendUserVerification, sent, operator.token);
    const mails = await service.mailsTo('mira@example.com');
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.text ?? '', /verify-email\?token=/);
    assert.equal((await log()).length, 3);
  });

  it('is refused for an address that is verified', async (t) => {
    const { service, operator, sent, log } = await start(t);
    const failure = await service.fail(resendUserVerification, sent, operator.token);
    assert.equal(failure.code, 'already_verified');
    const { path } = resendUserVerification;
    assert.deepEqual(await log(), [
      { action: 'act_refused', details: { call: `POST ${path}`, code: 'already_verified' } },
    ]);
  });
});
