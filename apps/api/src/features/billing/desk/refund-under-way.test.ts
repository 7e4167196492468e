import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { refundPayment } from '@quorate/contract/admin-payments';
import { retryProviderTask } from '@quorate/contract/admin-webhooks';
import { instant } from '@quorate/values/instant';
import { sql } from 'kysely';
import { notedActions, REASON, signedInOperator } from '../../../../test/helpers/operator.ts';
import { queueTask } from '../../../process/tasks.ts';
import { runProviderTasks, tryProviderTask } from '../record/provider-tasks.ts';
import { startShop } from '../testing/shop.ts';
import { leftTasks } from '../testing/tasks.ts';

/** A refund whose answer from the provider is on its way until it is let go. */
async function refundUnderWay(t: TestContext) {
  const told = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  let calls = 0;
  const shop = await startShop(t, {
    payments: (real) => ({
      ...real,
      refundTransaction: async (...all) => {
        calls += 1;
        told.resolve();
        if (calls === 1) await answer.promise;
        return real.refundTransaction(...all);
      },
    }),
  });
  const { token } = await signedInOperator(shop.service);
  const { transactionId } = await shop.buy(await shop.user(), 'Pro');
  await shop.settle();
  const params = { transaction_id: transactionId };
  const task = { kind: 'refund_transaction', subject: transactionId } as const;
  const tryNow = () =>
    shop.service.call(
      retryProviderTask,
      { body: { ...task, action_id: randomUUID(), reason: REASON } },
      token,
    );
  const refund = shop.service.call(
    refundPayment,
    { params, body: { reason: REASON, amount: 80 } },
    token,
  );
  await told.promise;
  return { shop, task, refund, tryNow, letGo: answer.resolve, calls: () => calls };
}

describe('a refund that is under way', () => {
  it('is not begun beside itself by “Try now”: the provider is told once', async (t) => {
    const { shop, refund, tryNow, letGo, calls } = await refundUnderWay(t);
    assert.equal((await tryNow()).outcome, 'waiting');
    assert.equal(await runProviderTasks(shop.deps), 0);
    letGo();
    assert.equal((await refund).refund.state, 'pending');
    assert.deepEqual([calls(), await leftTasks(shop)], [1, 0]);
    assert.equal((await notedActions(shop.service, 'task_retried')).length, 1);
  });

  it('is not begun beside itself by whatever else asks for it', async (t) => {
    const { shop, task, refund, letGo, calls } = await refundUnderWay(t);
    await queueTask(shop.service.db, shop.clock, task);
    assert.equal(await tryProviderTask(shop.deps, task), 'waiting');
    assert.equal(await runProviderTasks(shop.deps), 0);
    letGo();
    assert.equal((await refund).refund.state, 'pending');
    assert.deepEqual([calls(), await leftTasks(shop)], [1, 0]);
  });

  it('is not taken over by a copy of the service whose clock is an hour ahead', async (t) => {
    const { shop, task, refund, letGo, calls } = await refundUnderWay(t);
    const clock = { now: () => instant(shop.clock.now() + 3_600_000) };
    const ahead = { ...shop.deps, clock };
    assert.equal(await runProviderTasks(ahead), 0);
    assert.equal(await tryProviderTask(ahead, task), 'waiting');
    letGo();
    assert.equal((await refund).refund.state, 'pending');
    assert.deepEqual([calls(), await leftTasks(shop)], [1, 0]);
  });

  it('whose copy of the service died is begun again by “Try now” once its time is over', async (t) => {
    const { shop, refund, task, tryNow, letGo } = await refundUnderWay(t);
    const { db } = shop.service;
    const { seconds } = await db
      .selectFrom('tasks')
      .where('kind', '=', 'refund_transaction')
      .select(sql<number>`extract(epoch from leased_until - now())::integer`.as('seconds'))
      .executeTakeFirstOrThrow();
    assert.ok(seconds > 60 && seconds <= 120, `${seconds} s`);
    assert.equal((await tryNow()).outcome, 'waiting');
    await db.updateTable('tasks').set({ leased_until: sql`now()` }).execute();
    assert.equal((await tryNow()).outcome, 'done');
    letGo();
    await refund;
    assert.equal((await shop.provider.payments.findAdjustments(task.subject)).length, 1);
  });
});
