import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import {
  listProviderTasks,
  listWebhookEvents,
  reconcileNow,
  replayWebhook,
  retryProviderTask,
} from '@quorate/contract/admin-webhooks';
import { notedActions, REASON, signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { billingJobs } from '../billing.jobs.ts';
import { PaymentsError } from '../payments.ts';
import { startShop } from '../testing/shop.ts';

async function start(t: TestContext, options: Parameters<typeof startShop>[1] = {}) {
  const shop = await startShop(t, options);
  const { token } = await signedInOperator(shop.service);
  const user = await shop.user();
  const sale = await shop.buy(user, 'Pro');
  await shop.settle();
  const events = async (query: object = {}) =>
    shop.service.call(listWebhookEvents, { query }, token);
  const eventOf = async (type: string) => {
    const found = await events({ event_type: type });
    return found.events[0]?.event_id ?? '';
  };
  const body = (action_id: string = randomUUID()) => ({ action_id, reason: REASON });
  const replay = (event_id: string, action_id?: string) =>
    shop.service.call(replayWebhook, { params: { event_id }, body: body(action_id) }, token);
  return { shop, token, user, sale, events, eventOf, body, replay };
}

describe('the webhook queue', () => {
  it('lists what the provider told, newest first, by outcome, type and what it tells of', async (t) => {
    const { sale, events } = await start(t);
    const all = await events();
    assert.ok(all.pagination.total >= 10);
    assert.ok(all.events.every(({ outcome }) => outcome !== 'unreadable'));
    assert.equal((await events({ outcome: 'unreadable' })).pagination.total, 0);
    const of = await events({ entity_id: sale.subscriptionId, event_type: 'subscription.' });
    assert.ok(of.events.length >= 2);
    assert.ok(of.events.every(({ entity_id }) => entity_id === sale.subscriptionId));
    const [first] = of.events;
    const byNumber = await events({ entity_id: first?.event_id });
    assert.deepEqual(byNumber.events, [first]);
    const pages = await events({ page: 2, per_page: 3 });
    assert.deepEqual(pages.events, all.events.slice(3, 6));
  });

  it('replayed fifty times at once has one effect: the state of now, and one plan', async (t) => {
    const { shop, user, sale, eventOf, replay } = await start(t);
    const event = await eventOf('subscription.created');
    const { db } = shop.service;
    const before = await db.selectFrom('subscriptions').selectAll().execute();
    const mails = await shop.service.mailsTo(user.user.email);
    const id = randomUUID();
    await Promise.all(Array.from({ length: 50 }, () => replay(event, id)));
    await shop.settle();
    const [row, ...more] = await db.selectFrom('subscriptions').selectAll().execute();
    assert.deepEqual([more.length, row?.status, row?.id], [0, 'active', sale.subscriptionId]);
    assert.deepEqual({ ...row, updated_at: null }, { ...before[0], updated_at: null });
    assert.deepEqual(await shop.service.mailsTo(user.user.email), mails);
    assert.equal(await shop.planOf(user), 'Pro');
    assert.equal((await notedActions(shop.service, 'webhook_replayed')).length, 1);
  });

  it('replayed brings what was missed since, not what the event told then', async (t) => {
    const { shop, user, sale, eventOf, replay } = await start(t);
    const event = await eventOf('subscription.activated');
    await shop.control.addFault({ kind: 'webhook_drop', times: null });
    await shop.provider.payments.cancelSubscription(sale.subscriptionId, 'immediately');
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro', 'nobody has told us');
    assert.equal((await replay(event)).outcome, 'done');
    assert.equal(await shop.planOf(user), 'Free');
  });

  it('of an event that is not known, or tells of nothing that is kept, is refused', async (t) => {
    const { shop, token, eventOf, body } = await start(t);
    const fail = (event_id: string) =>
      shop.service.fail(replayWebhook, { params: { event_id }, body: body() }, token);
    const unknown = await fail('evt_00000000000000000000000000');
    assert.deepEqual([unknown.status, unknown.code], [404, 'record_unknown']);
    const ofNobody = await fail(await eventOf('customer.created'));
    assert.deepEqual([ofNobody.status, ofNobody.code], [409, 'replay_impossible']);
    assert.deepEqual(await notedActions(shop.service, 'webhook_replayed'), []);
  });
});

describe('a task for the provider', () => {
  it('that waits for its next attempt is tried at once, and its error is shown', async (t) => {
    let away = true;
    const { shop, token, sale, eventOf, replay, body } = await start(t, {
      payments: (real) => ({
        ...real,
        findSubscription: async (id) => {
          if (away) throw new PaymentsError('unreachable', 'no answer in 3000 ms');
          return real.findSubscription(id);
        },
      }),
    });
    assert.equal((await replay(await eventOf('subscription.created'))).outcome, 'waiting');
    const list = () => shop.service.call(listProviderTasks, { query: {} }, token);
    const [task] = (await list()).tasks.filter(({ subject }) => subject === sale.subscriptionId);
    assert.deepEqual(
      [task?.kind, task?.attempts, task?.last_error],
      ['fetch_subscription', 1, 'unreachable no answer in 3000 ms'],
    );
    away = false;
    const again = { ...body(), kind: 'fetch_subscription', subject: sale.subscriptionId } as const;
    const retry = () => shop.service.call(retryProviderTask, { body: again }, token);
    assert.equal((await retry()).outcome, 'done');
    assert.equal((await retry()).outcome, 'done', 'the same act, sent twice');
    assert.equal((await notedActions(shop.service, 'task_retried')).length, 1);
    const gone = await shop.service.fail(
      retryProviderTask,
      { body: { ...again, action_id: randomUUID() } },
      token,
    );
    assert.deepEqual([gone.status, gone.code], [404, 'record_unknown']);
  });
});

describe('reconciling now', () => {
  it('runs at the next turn of the job, once, and brings what no webhook told', async (t) => {
    const shop = await startShop(t, { webhooks: false });
    const { token } = await signedInOperator(shop.service);
    const user = await shop.user();
    const job = billingJobs(shop.deps).find(({ name }) => name === 'reconcile-payments');
    await job?.run();
    await shop.buy(user, 'Pro');
    await job?.run();
    assert.equal(await shop.planOf(user), 'Free', 'the next turn is an hour away');
    const body = { action_id: randomUUID(), reason: REASON };
    const ask = () => shop.service.call(reconcileNow, { body }, token);
    assert.equal((await ask()).waiting, true);
    const asked = await shop.service.call(listWebhookEvents, { query: {} }, token);
    assert.equal(asked.reconcile_waiting, true);
    await job?.run();
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
    const after = await shop.service.call(listWebhookEvents, { query: {} }, token);
    assert.equal(after.reconcile_waiting, false);
    assert.ok(after.reconciled_until);
    assert.equal((await ask()).waiting, false, 'the same act, sent late');
    assert.equal((await notedActions(shop.service, 'reconcile_asked')).length, 1);
  });

  it('is refused where nothing is sold', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInOperator(service);
    const body = { action_id: randomUUID(), reason: REASON };
    assert.equal((await service.fail(reconcileNow, { body }, token)).code, 'billing_off');
    assert.deepEqual(await notedActions(service), []);
  });
});
