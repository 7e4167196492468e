import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import type { SubscriptionsTable } from '../../db/billing-tables.ts';
import { bar, request } from './testing/requests.ts';

const MARCH = { period_start: '2026-03-02T12:00:00.000Z', period_end: '2026-04-02T12:00:00.000Z' };

/** A user who signed up on 2 March at 10:00, and has a subscription as the provider last told of it. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  const { token, user } = await signedInUser(service);
  const { db } = service;
  const read = async () => (await service.call(getDashboard, {}, token)).usage;
  return {
    service,
    token,
    usage: read,
    ask: (index: number) => service.call(analyse, request(bar(index)), token),
    subscribe: (plan_name: 'Starter' | 'Pro') =>
      db
        .insertInto('subscriptions')
        .values({
          id: 'sub_1',
          user_id: user.id,
          customer_id: 'ctm_1',
          status: 'active',
          price_id: 'pri_1',
          plan_name,
          billing_cycle: 'monthly',
          amount: 4_000,
          currency: 'USD',
          started_at: new Date(MARCH.period_start),
          period_start: new Date(MARCH.period_start),
          period_end: new Date(MARCH.period_end),
          provider_updated_at: new Date(MARCH.period_start),
          created_at: new Date(MARCH.period_start),
          updated_at: new Date(MARCH.period_start),
        })
        .execute(),
    change: (
      news: Partial<Pick<SubscriptionsTable, 'plan_name' | 'status'>> & { at?: Date; end?: Date },
    ) =>
      db
        .updateTable('subscriptions')
        .set({
          ...(news.plan_name && { plan_name: news.plan_name }),
          ...(news.status && { status: news.status }),
          ...(news.at && { provider_updated_at: news.at }),
          ...(news.at && news.end && { period_start: news.at, period_end: news.end }),
        })
        .execute(),
    setUsed: (tokens_used: number) => db.updateTable('token_usage').set({ tokens_used }).execute(),
  };
}

describe('the tokens of a plan', () => {
  it('are counted from 0 in the billing period of a new subscription, and go on through an upgrade', async (t) => {
    const { service, ask, usage, subscribe, change } = await start(t);
    await ask(0);
    const free = await usage();
    assert.equal(free.period_start, '2026-03-02T10:00:00.000Z');
    service.clock.set('2026-03-02T12:00:01Z');
    await subscribe('Starter');
    assert.deepEqual(await usage(), {
      token_limit: 5_000_000,
      tokens_used: 0,
      tokens_remaining: 5_000_000,
      ...MARCH,
    });
    const { decision } = await ask(1);
    await change({ plan_name: 'Pro' });
    assert.deepEqual(await usage(), {
      token_limit: 10_000_000,
      tokens_used: decision.tokens,
      tokens_remaining: 10_000_000 - decision.tokens,
      ...MARCH,
    });
    service.clock.set('2026-03-04T12:00:00Z');
    await change({ status: 'canceled' });
    assert.deepEqual(await usage(), free, 'Free goes on where it was left');
  });

  it('begin again with the next period that is paid', async (t) => {
    const { service, ask, usage, subscribe, change } = await start(t);
    const days = ['2026-02-05', '2026-03-05', '2026-04-05'].map((day) => `${day}T12:00:00.000Z`);
    const [first, renewal, next] = days.map((day) => new Date(day)) as [Date, Date, Date];
    await subscribe('Starter');
    await change({ at: first, end: renewal });
    service.clock.set('2026-03-05T11:59:59Z');
    await ask(0);
    assert.equal((await usage()).period_end, days[1]);
    await change({ at: renewal, end: next });
    service.clock.set('2026-03-05T12:00:00Z');
    const { tokens_used, period_start, period_end } = await usage();
    assert.deepEqual([tokens_used, period_start, period_end], [0, days[1], days[2]]);
  });

  it('hold for seven days over a renewal that was not paid, and are those of Free after that', async (t) => {
    const { service, token, ask, usage, subscribe, change, setUsed } = await start(t);
    service.clock.set('2026-03-02T12:00:01Z');
    await subscribe('Starter');
    await ask(0);
    await setUsed(400_000);
    await change({ status: 'past_due', at: new Date('2026-03-02T12:00:05Z') });
    service.clock.set('2026-03-09T11:59:59Z');
    await ask(1);
    assert.equal((await usage()).token_limit, 5_000_000);
    service.clock.set('2026-03-09T12:00:00Z');
    const { token_limit, tokens_used } = await usage();
    assert.deepEqual([token_limit, tokens_used], [300_000, 0]);
    await ask(2);
    await setUsed(300_000);
    const failure = await service.fail(analyse, request(bar(3)), token);
    assert.match(failure.message, /^The Free plan allows 300000 tokens/);
  });

  it('are refused in plain words where they end, and there again for the very next call after an upgrade', async (t) => {
    const { service, token, ask, subscribe, change, setUsed } = await start(t);
    service.clock.set('2026-03-02T12:00:01Z');
    await subscribe('Starter');
    const { decision } = await ask(0);
    await setUsed(5_000_000 - 99);
    const failure = await service.fail(analyse, request(bar(1)), token);
    assert.equal(failure.status, 403);
    assert.equal(
      failure.message,
      `The Starter plan allows 5000000 tokens per billing cycle; 4999901 are used and this analysis needs ${decision.tokens}. Analysis resumes on ${MARCH.period_end} or after an upgrade.`,
    );
    await change({ plan_name: 'Pro' });
    const { usage } = await ask(1);
    assert.equal(usage.tokens_used, 5_000_000 - 99 + decision.tokens);
  });
});
