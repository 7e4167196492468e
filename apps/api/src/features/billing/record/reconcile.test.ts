import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { billingJobs } from '../billing.jobs.ts';
import { type Payments, PaymentsError } from '../payments.ts';
import type { ProviderEvent } from '../provider-entities.ts';
import { everyBillingRow } from '../testing/billing-rows.ts';
import { type Shop, startShop } from '../testing/shop.ts';
import { findPosition } from './reconcile.queries.ts';
import { reconcilePayments } from './reconcile.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A provider whose record comes in pages of a size, and which counts them. */
function paged(real: Payments, events: () => readonly ProviderEvent[], size: number) {
  const asked: (string | undefined)[] = [];
  const payments: Payments = {
    ...real,
    listEvents: async (after) => {
      asked.push(after);
      const newest = events().toReversed();
      const from = after === undefined ? 0 : newest.findIndex(({ id }) => id === after) + 1;
      const page = newest.slice(from, from + size);
      return {
        events: page,
        after: from + size < newest.length ? (page.at(-1)?.id ?? null) : null,
      };
    },
  };
  return { payments, asked };
}

function otherEvents(count: number, from: number): ProviderEvent[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `evt_${String(index).padStart(6, '0')}`,
    type: 'customer.updated',
    occurredAt: new Date(from + index * 1_000),
    entityId: null,
    subject: null,
  }));
}

async function knownEvents({ service }: Shop): Promise<number> {
  return (await everyBillingRow(service.db)).webhook_events?.length ?? 0;
}

const silentShop = (t: TestContext) => startShop(t, { webhooks: false });

describe('with every webhook lost', () => {
  // @promise 1.4
  it('one look at the record of the provider puts everything right', async (t) => {
    const shop = await silentShop(t);
    const user = await shop.user();
    const { subscriptionId } = await shop.buy(user, 'Elite');
    assert.equal(await shop.planOf(user), 'Free');
    assert.equal(await reconcilePayments(shop.deps), 'finished');
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Elite');
    await shop.control.moveClock({ advance: '45m' });
    await shop.provider.payments.cancelSubscription(subscriptionId, 'immediately');
    assert.equal(await reconcilePayments(shop.deps), 'finished');
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Free');
  });

  it('a second look finds nothing new, and changes nothing', async (t) => {
    const shop = await silentShop(t);
    await shop.buy(await shop.user(), 'Pro');
    await reconcilePayments(shop.deps);
    const before = await everyBillingRow(shop.service.db);
    await reconcilePayments(shop.deps);
    assert.deepEqual(await everyBillingRow(shop.service.db), before);
  });

  // @promise 1.4
  it('the job looks at the start, and then each hour', async (t) => {
    const shop = await silentShop(t);
    const user = await shop.user();
    const job = billingJobs(shop.deps).find(({ name }) => name === 'reconcile-payments');
    assert.ok(job);
    await job.run();
    const { subscriptionId } = await shop.buy(user, 'Pro');
    await shop.control.moveClock({ set: '2026-03-02T10:59:59.999Z' });
    await job.run();
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Free');
    await shop.control.moveClock({ set: '2026-03-02T11:00:00Z' });
    await job.run();
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
    assert.ok(subscriptionId);
  });
});

describe('the record', () => {
  it('is read back to two hours before the last reading, and no further', async (t) => {
    const shop = await silentShop(t);
    const events = otherEvents(3, shop.clock.now());
    const { payments, asked } = paged(shop.provider.payments, () => events, 2);
    const deps = { ...shop.deps, provider: { ...shop.provider, payments } };
    shop.clock.advance(10_000);
    await reconcilePayments(deps);
    assert.deepEqual(await findPosition(shop.service.db, 'events'), events[2]?.occurredAt);
    const late = { ...events[0], id: 'evt_late', occurredAt: new Date(shop.clock.now()) };
    events.push(late as ProviderEvent);
    const old = new Date((events[2]?.occurredAt.getTime() ?? 0) - 2 * HOUR_MS - 1);
    events.unshift({ ...late, id: 'evt_old', occurredAt: old } as ProviderEvent);
    asked.length = 0;
    await reconcilePayments(deps);
    assert.equal(await knownEvents(shop), 4);
    const { webhook_events } = await everyBillingRow(shop.service.db);
    assert.ok(!JSON.stringify(webhook_events).includes('evt_old'));
  });

  it('is read seven days back the first time', async (t) => {
    const shop = await silentShop(t);
    const now = shop.clock.now();
    const [event] = otherEvents(1, now);
    assert.ok(event);
    const events = [
      { ...event, id: 'evt_before', occurredAt: new Date(now - 7 * DAY_MS - 1) },
      { ...event, id: 'evt_within', occurredAt: new Date(now - 7 * DAY_MS) },
    ];
    const { payments } = paged(shop.provider.payments, () => events, 200);
    await reconcilePayments({ ...shop.deps, provider: { ...shop.provider, payments } });
    const { webhook_events } = await everyBillingRow(shop.service.db);
    assert.deepEqual(
      webhook_events?.map((row) => (row as { event_id: string }).event_id),
      ['evt_within'],
    );
  });

  it('that is longer than one run reads is gone on with where the run ended', async (t) => {
    const shop = await silentShop(t);
    const events = otherEvents(50, shop.clock.now());
    shop.clock.advance(60_000);
    const { payments, asked } = paged(shop.provider.payments, () => events, 2);
    const deps = { ...shop.deps, provider: { ...shop.provider, payments } };
    assert.equal(await reconcilePayments(deps), 'unfinished');
    assert.equal(await knownEvents(shop), 40);
    assert.equal(await findPosition(shop.service.db, 'events'), undefined);
    asked.length = 0;
    assert.equal(await reconcilePayments(deps), 'finished');
    assert.equal(await knownEvents(shop), 50);
    assert.equal(asked.length, 5, 'what was read is not read again');
    assert.deepEqual(await findPosition(shop.service.db, 'events'), events.at(-1)?.occurredAt);
  });

  it('is left alone when the provider asks for patience, and gone on with later', async (t) => {
    const shop = await silentShop(t);
    const events = otherEvents(10, shop.clock.now());
    shop.clock.advance(60_000);
    const { payments } = paged(shop.provider.payments, () => events, 2);
    let allowed = 2;
    const busy: Payments = {
      ...payments,
      listEvents: async (after) => {
        if (allowed === 0)
          throw new PaymentsError('busy', 'too many calls', { retryAfterMs: 9_000 });
        allowed -= 1;
        return payments.listEvents(after);
      },
    };
    const deps = { ...shop.deps, provider: { ...shop.provider, payments: busy } };
    assert.equal(await reconcilePayments(deps), 'unfinished');
    assert.equal(await knownEvents(shop), 4);
    allowed = 100;
    assert.equal(await reconcilePayments(deps), 'finished');
    assert.equal(await knownEvents(shop), 10);
    assert.equal(allowed, 97);
  });
});

describe('whoever nothing was heard of', () => {
  it('is asked for: a subscription ten minutes after its period, or after a day of silence', async (t) => {
    const shop = await silentShop(t);
    const { subscriptionId } = await shop.buy(await shop.user(), 'Pro');
    await reconcilePayments(shop.deps);
    const asked = async () =>
      (await everyBillingRow(shop.service.db)).tasks?.map(
        (row) => (row as { subject: string }).subject,
      );
    await shop.settle();
    assert.deepEqual(await asked(), []);
    shop.clock.advance(DAY_MS + 1_000);
    await reconcilePayments(shop.deps);
    assert.deepEqual(await asked(), [subscriptionId]);
    await shop.settle();
    await reconcilePayments(shop.deps);
    assert.deepEqual(await asked(), [], 'it was heard of now');
  });

  it('is asked for: a bill that was begun an hour ago and not finished', async (t) => {
    const shop = await silentShop(t);
    const user = await shop.user();
    const { subscriptionId } = await shop.buy(user, 'Pro');
    await reconcilePayments(shop.deps);
    await shop.settle();
    await shop.service.db
      .updateTable('transactions')
      .set({ status: 'paid', provider_updated_at: new Date(0) })
      .execute();
    // Its events are known, so that the record brings nothing.
    shop.clock.advance(HOUR_MS + 5_000);
    await reconcilePayments(shop.deps);
    await shop.settle();
    const { transactions } = await everyBillingRow(shop.service.db);
    assert.deepEqual(
      transactions?.map((row) => (row as { status: string }).status),
      ['completed'],
    );
    assert.ok(subscriptionId);
  });
});
