import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UserId } from '@quorate/values/ids';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import { sendWebhook, wireEvents } from '../testing/sent-webhook.ts';
import { type Shop, startShop } from '../testing/shop.ts';

const FAILS_AT_RENEWAL = '4000002760003184';
const PAYS = '4242424242424242';
const DAY_MS = 86_400_000;

async function subjects(shop: Shop, email: string): Promise<string[]> {
  return (await shop.service.mailsTo(email)).map(({ subject }) => subject);
}

describe('who cancels and comes back', () => {
  it('keeps the new plan when the end of the old one is told late, and again', async (t) => {
    const shop = await startShop(t);
    const user = await shop.user();
    const old = await shop.buy(user, 'Starter');
    await shop.control.addFault({ kind: 'webhook_drop', times: 2 });
    await shop.provider.payments.cancelSubscription(old.subscriptionId, 'immediately');
    await shop.control.settle();
    const lost = (await wireEvents(shop)).slice(-2);
    assert.deepEqual(
      lost.map(({ event_type: type }) => type),
      ['subscription.updated', 'subscription.canceled'],
    );
    await shop.control.moveClock({ advance: '1h' });
    await shop.buy(user, 'Elite');
    assert.equal(await shop.planOf(user), 'Elite');
    for (const event of [...lost, ...lost])
      assert.equal((await sendWebhook(shop, event)).statusCode, 200);
    assert.equal(await shop.planOf(user), 'Elite');
    const mails = await subjects(shop, user.user.email);
    assert.ok(!mails.includes('Your Starter subscription has ended'), 'they have a plan');
    await shop.settle();
    const [elite] = await shop.service.db
      .selectFrom('subscriptions')
      .select('status')
      .where('plan_name', '=', 'Elite')
      .execute();
    assert.equal(elite?.status, 'active', 'it is no double of one that has ended');
  });

  it('is told of the end once, and the end is for good', async (t) => {
    const shop = await startShop(t);
    const user = await shop.user();
    const { subscriptionId } = await shop.buy(user, 'Pro');
    await shop.provider.payments.cancelSubscription(subscriptionId, 'immediately');
    await shop.control.settle();
    assert.equal(await shop.planOf(user), 'Free');
    for (const event of await wireEvents(shop)) {
      // Every one of its life comes again under another id, as from a record that was copied.
      await sendWebhook(shop, { ...event, event_id: `${event.event_id}b` });
    }
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Free');
    const mails = await subjects(shop, user.user.email);
    assert.equal(mails.filter((subject) => subject.includes('has ended')).length, 1);
    assert.equal(mails.filter((subject) => subject.includes('has begun')).length, 1);
  });
});

describe('news that are stamped with a time of the future', () => {
  it('freeze nothing: the provider is asked, and later news are taken', async (t) => {
    const shop = await startShop(t);
    const user = await shop.user();
    const { subscriptionId } = await shop.buy(user, 'Pro');
    await shop.settle();
    const events = await wireEvents(shop);
    const ahead = events.flatMap((event) =>
      'updated_at' in event.data
        ? [
            {
              ...event,
              event_id: `${event.event_id}f`,
              data: { ...event.data, updated_at: '2199-01-01T00:00:00.000Z' },
            },
          ]
        : [],
    );
    assert.ok(ahead.length >= 2);
    for (const event of ahead) assert.equal((await sendWebhook(shop, event)).statusCode, 200);
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
    const rows = await shop.service.db
      .selectFrom('subscriptions')
      .select('provider_updated_at')
      .execute();
    for (const { provider_updated_at: at } of rows) assert.ok(at.getTime() <= shop.clock.now());

    await shop.control.moveClock({ advance: '1h' });
    await shop.provider.payments.cancelSubscription(subscriptionId, 'immediately');
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Free');
  });
});

describe('a renewal that is not paid', () => {
  async function overdueShop(t: Parameters<typeof startShop>[0]) {
    const shop = await startShop(t);
    const user = await shop.user();
    const sale = await shop.buy(user, 'Pro', { card: FAILS_AT_RENEWAL });
    await shop.control.moveClock({ set: '2026-04-02T11:00:00Z' });
    // Renewed and unpaid are two stories of one moment here: the provider is asked which of them holds.
    await shop.settle();
    const entitlements = () =>
      readEntitlements({ db: shop.service.db, clock: shop.clock }, user.user.id as UserId);
    return { shop, user, sale, entitlements };
  }

  it('leaves the plan for seven days, says until when, and then takes it', async (t) => {
    const { shop, user, entitlements } = await overdueShop(t);
    const during = await entitlements();
    assert.equal(during.plan.name, 'Pro');
    assert.deepEqual(during.overdue, {
      since: new Date('2026-04-02T10:00:00.400Z'),
      until: new Date('2026-04-09T10:00:00.400Z'),
    });
    await shop.control.moveClock({ set: '2026-04-09T10:00:00.399Z' });
    assert.equal(await shop.planOf(user), 'Pro');
    await shop.control.moveClock({ set: '2026-04-09T10:00:00.400Z' });
    assert.equal(await shop.planOf(user), 'Free');
    // The attempts in between were failures of one bill, which was told once.
    const mails = await subjects(shop, user.user.email);
    assert.deepEqual(
      mails.filter((subject) => subject.includes('did not go through')),
      ['A payment for your Pro plan did not go through'],
    );
  });

  it('is forgotten when it is paid, by day five or by day ten; older news of it change nothing', async (t) => {
    const { shop, user, sale, entitlements } = await overdueShop(t);
    const overdue = await wireEvents(shop);
    await shop.control.moveClock({ advance: '7d' });
    assert.equal(await shop.planOf(user), 'Free');
    await shop.control.changeCard(sale.subscriptionId, { number: PAYS });
    await shop.control.moveClock({ advance: '4d' });
    await shop.settle();
    const after = await entitlements();
    assert.deepEqual([after.plan.name, after.overdue], ['Pro', null]);
    for (const event of overdue.filter(({ event_type: type }) => type.endsWith('past_due')))
      await sendWebhook(shop, { ...event, event_id: `${event.event_id}b` });
    const still = await entitlements();
    assert.deepEqual([still.plan.name, still.overdue], ['Pro', null]);
  });

  it('never paid ends the subscription, and only then is the end told', async (t) => {
    const { shop, user } = await overdueShop(t);
    await shop.control.moveClock({ advance: '20d' });
    const ended = (mails: string[]) => mails.filter((subject) => subject.includes('has ended'));
    assert.deepEqual(ended(await subjects(shop, user.user.email)), []);
    await shop.control.moveClock({ advance: '11d' });
    assert.equal(ended(await subjects(shop, user.user.email)).length, 1);
    assert.equal(await shop.planOf(user), 'Free');
    assert.equal(shop.clock.now() > Date.parse('2026-04-02T10:00:00.400Z') + 30 * DAY_MS, true);
  });
});
