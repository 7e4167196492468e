import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listAudit } from '@quorate/contract/admin-audit';
import { endUserSessions, getUser, givePlan } from '@quorate/contract/admin-users';
import { sql } from 'kysely';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { REASON, signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const operator = await signedInOperator(service);
  const { user } = await signedInUser(service, { username: 'mira' });
  const params = { user_id: user.id };
  await service.call(getUser, { params }, operator.token);
  service.clock.advance(1_000);
  const body = { plan_name: 'Pro' as const, reason: REASON };
  await service.call(givePlan, { params, body }, operator.token);
  const actions = async (query: object = {}) => {
    const { entries } = await service.call(listAudit, { query }, operator.token);
    return entries.map(({ action }) => action);
  };
  return { service, operator, user, params, actions };
}

describe('the audit log', () => {
  it('is filtered by what was done, by whom and to what, and is paged', async (t) => {
    const { service, operator, user, actions } = await start(t);
    assert.deepEqual(await actions(), ['plan_given', 'account_looked_at']);
    assert.deepEqual(await actions({ action: 'plan_given' }), ['plan_given']);
    assert.deepEqual(await actions({ subject_id: user.id, per_page: 1, page: 2 }), [
      'account_looked_at',
    ]);
    assert.deepEqual(await actions({ operator_id: user.id }), []);
    assert.equal((await actions({ operator_id: operator.user.id })).length, 2);
    const wrong = await service.fail(listAudit, { query: { action: 'nothing' } }, operator.token);
    assert.equal(wrong.code, 'validation_failed');
  });

  it('keeps every line as it is: the database refuses to change, delete or truncate one', async (t) => {
    const { service, actions } = await start(t);
    const { db } = service;
    const attempts = [
      sql`update operator_actions set details = '{}'`,
      sql`delete from operator_actions`,
      sql`truncate operator_actions`,
      sql`insert into operator_actions select * from operator_actions
        on conflict (id) do update set action = 'plan_given'`,
    ];
    for (const attempt of attempts)
      await assert.rejects(attempt.execute(db), /rows of operator_actions are never changed/);
    assert.deepEqual(await actions(), ['plan_given', 'account_looked_at']);
  });

  it('outlives both accounts, without their names', async (t) => {
    const { service, user, params } = await start(t);
    const second = await signedInOperator(service, 'otto');
    await service.call(endUserSessions, { params, body: { reason: REASON } }, second.token);
    await service.db.deleteFrom('users').where('username', 'in', ['olga', 'mira']).execute();
    const { entries } = await service.call(
      listAudit,
      { query: { subject_id: user.id } },
      second.token,
    );
    assert.deepEqual(
      entries.map((entry) => [entry.action, entry.operator_name, entry.subject_name]),
      [
        ['sessions_ended', 'otto', null],
        ['plan_given', null, null],
        ['account_looked_at', null, null],
      ],
    );
    assert.ok(!JSON.stringify(entries).includes('mira'));
  });
});
