import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { atScale } from '../../../../test/helpers/at-scale.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import type { EventSubject, ProviderTransaction } from '../provider-entities.ts';
import { tryProviderTask } from '../record/provider-tasks.ts';
import { takeInEvent } from '../record/take-in-event.ts';
import { fakeId, saleOf, subscriptionOf } from '../testing/fake-payments.ts';
import { upgradePlan } from './purchase.routes.ts';
import { startSelling } from './testing/selling-deps.ts';

const RACES = atScale({ full: 1_000, part: 200 });
const AT_ONCE = 50;
const SECOND_MS = 1_000;

/** A sale as the provider tells of it, step by step, and the subscription that it begins. */
function storyOf(customData: Record<string, unknown>) {
  const id = fakeId('txn');
  const subscription = subscriptionOf({ customData });
  const at = (step: number) => new Date(subscription.createdAt.getTime() + step * SECOND_MS);
  const ready = saleOf({ id, customData, status: 'ready', updatedAt: at(0) });
  const paid = saleOf({ id, customData, status: 'paid', updatedAt: at(1) });
  const completed: ProviderTransaction = {
    ...paid,
    status: 'completed',
    subscriptionId: subscription.id,
    updatedAt: at(2),
  };
  return { id, subscription, steps: [ready, paid, completed] as const };
}

/** What the service does for an event: at once, and a little later. */
async function tell(selling: SellingDeps, subject: EventSubject): Promise<void> {
  const { id: entityId } = subject;
  const event = { id: fakeId('evt'), type: `${subject.kind}.updated`, occurredAt: new Date(0) };
  await takeInEvent(selling, { ...event, entityId, subject });
  await tryProviderTask(selling, { kind: `fetch_${subject.kind}`, subject: subject.id });
}

// @promise 1.9
it('interleavings of the call and the webhooks grant exactly once, with one mail', {
  timeout: 300_000,
}, async (t) => {
  const stories = new Map<string, ReturnType<typeof storyOf>>();
  const bySubscription = new Map<string, ReturnType<typeof storyOf>>();
  // How far the provider has come when it is asked is a matter of chance, and it never goes back.
  const stages = new Map<string, number>();
  const selling = await startSelling(t, {
    findTransaction: async (id) => {
      const stage = stages.get(id) ?? 0;
      stages.set(id, Math.min(2, stage + 1));
      return stories.get(id)?.steps[stage] ?? null;
    },
    findSubscription: async (id) => bySubscription.get(id)?.subscription ?? null,
  });
  const buyers = await selling.addBuyers(RACES);
  const waits = fc.sample(fc.array(fc.nat(12), { minLength: 6, maxLength: 6 }), {
    numRuns: RACES,
    seed: 5,
  });

  const race = async (index: number) => {
    const { id: userId, customData } = buyers[index] ?? assert.fail();
    const story = storyOf(customData);
    stories.set(story.id, story);
    bySubscription.set(story.subscription.id, story);
    stages.set(story.id, index % 3);
    const claim = { userId, planName: 'Pro', transactionId: story.id } as const;
    const call = () => upgradePlan(selling, claim);
    const sale = { kind: 'transaction', id: story.id } as const;
    const subscription = { kind: 'subscription', id: story.subscription.id } as const;
    const runners = [
      call,
      () => tell(selling, sale),
      () => tell(selling, subscription),
      () => tell(selling, sale),
      call,
      () => tell(selling, sale),
    ];
    await Promise.all(
      runners.map(async (run, place) => {
        for (let turn = waits[index]?.[place] ?? 0; turn > 0; turn -= 1) await nextTurn();
        await run();
      }),
    );
    assert.equal(await call(), 'active');
    assert.equal((await readEntitlements(selling, userId)).plan.name, 'Pro');
  };
  for (let first = 0; first < RACES; first += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => race(first + place)));

  const { db } = selling;
  const sales = await db.selectFrom('transactions').selectAll().execute();
  assert.equal(sales.length, RACES);
  for (const sale of sales) {
    assert.equal(sale.status, 'completed');
    assert.ok(sale.granted_at);
  }
  const mails = await db.selectFrom('outbox').select(['to_address', 'subject']).execute();
  assert.deepEqual(
    mails.map(({ to_address: address }) => address).toSorted(),
    buyers.map(({ id }) => `${id}@example.com`).toSorted(),
  );
  for (const { subject } of mails) assert.equal(subject, 'Your Pro plan has begun');
  const owners = await db.selectFrom('subscriptions').select('user_id').execute();
  assert.equal(new Set(owners.map(({ user_id: owner }) => owner)).size, RACES);
});
