import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { listUsers } from '@quorate/contract/admin-users';
import { sendHeartbeat } from '@quorate/contract/live';
import { accountInput, signedInUser } from '../../../../test/helpers/builders.ts';
import { signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService, type TestService } from '../../../../test/helpers/test-service.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const operator = await signedInOperator(service);
  const names = async (query: object) => {
    const { users } = await service.call(listUsers, { query }, operator.token);
    return users.map(({ username }) => username);
  };
  return { service, operator, names };
}

async function subscribe(service: TestService, userId: string, status: 'active' | 'past_due') {
  const now = new Date(service.clock.now());
  const monthAgo = new Date(now.getTime() - 86_400_000);
  await service.db
    .insertInto('subscriptions')
    .values({
      id: 'sub_01hv8x29kz0t586xy6zn1a62ny',
      user_id: userId,
      customer_id: 'ctm_01hv6y1jedq4p1n0yqn5ba3ky4',
      status,
      price_id: 'pri_1',
      plan_name: 'Pro',
      billing_cycle: 'monthly',
      amount: 9900,
      currency: 'USD',
      started_at: monthAgo,
      period_start: monthAgo,
      period_end: new Date(now.getTime() + 86_400_000),
      provider_updated_at: now,
      next_billed_at: null,
      scheduled_action: null,
      scheduled_at: null,
      canceled_at: null,
      cancel_requested: null,
      cancel_requested_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

describe('the list of accounts', () => {
  it('finds an account by the beginning of its name or address, and by whole ids', async (t) => {
    const { service, names } = await start(t);
    const { user } = await signedInUser(service, { username: 'Mira_1' });
    await signedInUser(service, { username: 'Mirabelle' });
    await subscribe(service, user.id, 'active');
    assert.deepEqual((await names({ search: 'MIRA', sort: 'username' })).sort(), [
      'Mira_1',
      'Mirabelle',
    ]);
    assert.deepEqual(await names({ search: 'mira_' }), ['Mira_1'], 'no wildcard');
    assert.deepEqual(await names({ search: '%' }), []);
    assert.deepEqual(await names({ search: 'mira_1@example.com' }), ['Mira_1']);
    for (const id of [
      user.id,
      user.id.toUpperCase(),
      'sub_01hv8x29kz0t586xy6zn1a62ny',
      'ctm_01hv6y1jedq4p1n0yqn5ba3ky4',
    ])
      assert.deepEqual(await names({ search: id }), ['Mira_1'], id);
    assert.deepEqual(await names({ search: 'irabelle' }), []);
  });

  it('says which plan holds and why, and is filtered by it', async (t) => {
    const { service, operator, names } = await start(t);
    const given = await signedInUser(service, { username: 'given', plan: 'Starter' });
    const late = await signedInUser(service, { username: 'late' });
    await subscribe(service, late.user.id, 'past_due');
    const until = new Date(service.clock.now() + 3_600_000);
    await service.db
      .updateTable('users')
      .set({ given_until: until })
      .where('id', '=', given.user.id)
      .execute();
    assert.deepEqual(await names({ plan: 'Pro' }), ['late']);
    assert.deepEqual(await names({ plan: 'Starter' }), ['given']);
    assert.deepEqual(await names({ plan: 'Free' }), ['olga']);
    assert.deepEqual(await names({ past_due: 'yes' }), ['late']);
    assert.equal((await names({ past_due: 'no' })).length, 2);
    const { users } = await service.call(
      listUsers,
      { query: { sort: 'username' } },
      operator.token,
    );
    const standings = users.map(({ standing }) => standing);
    assert.deepEqual(standings[0], {
      plan_name: 'Starter',
      source: 'given',
      given_until: until.toISOString(),
      grace_until: null,
    });
    assert.equal(standings[1]?.source, 'subscription');
    assert.ok(standings[1]?.grace_until);
    service.clock.advance(3_600_000);
    assert.deepEqual(await names({ plan: 'Starter' }), [], 'expiry is seen at once');
  });

  it('tells who has verified and whose bot runs', async (t) => {
    const { service, names } = await start(t);
    const bot = await signedInUser(service, { username: 'runs' });
    await service.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', bot.user.id)
      .execute();
    assert.deepEqual(await names({ verified: 'no' }), ['runs']);
    assert.deepEqual(await names({ bot_running: 'yes' }), []);
    const at = new Date(service.clock.now()).toISOString();
    await service.call(
      sendHeartbeat,
      {
        body: {
          account: accountInput(),
          run_id: 'one',
          sequence: 1,
          state: 'active',
          equity: 100,
          balance: 100,
          open_positions: 0,
          version: '1.0.0',
          at,
        },
      },
      bot.token,
    );
    assert.deepEqual(await names({ bot_running: 'yes' }), ['runs']);
    service.clock.advance(61_000);
    assert.deepEqual(await names({ bot_running: 'yes' }), []);
    assert.deepEqual(await names({ bot_running: 'no', verified: 'yes' }), ['olga']);
  });

  it('is paged without a gap or a double, in each of its orders', async (t) => {
    const { service, operator, names } = await start(t);
    for (const username of ['bob', 'ann', 'cleo']) await signedInUser(service, { username });
    assert.deepEqual(await names({ sort: 'username' }), ['ann', 'bob', 'cleo', 'olga']);
    for (const sort of ['newest', 'oldest', 'username'] as const) {
      const all = await names({ sort });
      const paged = [
        ...(await names({ sort, per_page: 3 })),
        ...(await names({ sort, per_page: 3, page: 2 })),
      ];
      assert.deepEqual(paged, all);
    }
    const { pagination } = await service.call(
      listUsers,
      { query: { per_page: 3, page: 9 } },
      operator.token,
    );
    assert.deepEqual(pagination, { page: 9, per_page: 3, total: 4, total_pages: 2 });
  });

  it('is for operators in a browser alone', async (t) => {
    const { service } = await start(t);
    const { token } = await signedInUser(service);
    assert.equal((await service.fail(listUsers, {}, token)).code, 'operator_only');
    assert.equal((await service.fail(listUsers, {})).code, 'unauthorized');
  });
});
