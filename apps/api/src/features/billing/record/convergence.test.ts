import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { UserId } from '@quorate/values/ids';
import fc from 'fast-check';
import { atScale } from '../../../../test/helpers/at-scale.ts';
import type { SellingDeps } from '../billing.deps.ts';
import { readEntitlements } from '../entitlements/entitlements.queries.ts';
import type { ProviderEvent } from '../provider-entities.ts';
import { deleteBillingRows, knownOfProvider } from '../testing/billing-rows.ts';
import { copyBooks, recordedPayments } from '../testing/recorded-payments.ts';
import { startShop } from '../testing/shop.ts';
import { liveWholeLife } from '../testing/whole-life.ts';
import { runProviderTasks } from './provider-tasks.ts';
import { savePosition } from './reconcile.queries.ts';
import { reconcilePayments } from './reconcile.ts';
import { takeInEvent } from './take-in-event.ts';

const RUNS = atScale({ full: 1_000, part: 150 });

// @promise 1.3
it('any order, doublings and losses of the events of a whole life end in the same rows', async (t) => {
  const shop = await startShop(t);
  const user = await shop.user();
  const beganAt = new Date(shop.clock.now());
  const lived = await liveWholeLife(shop, user);
  const endedAt = new Date(shop.clock.now()).toISOString();
  const { db } = shop.service;
  const outcome = async () => ({
    known: await knownOfProvider(db),
    may: await readEntitlements({ db, clock: shop.clock }, user.user.id as UserId),
    starts: await startMails(),
  });
  const startMails = async () => {
    const mails = await db.selectFrom('outbox').select('subject').orderBy('subject').execute();
    return mails.map(({ subject }) => subject).filter((subject) => subject.includes('has begun'));
  };
  const expected = await outcome();
  assert.equal(expected.may.plan.name, 'Free');
  assert.deepEqual(expected.starts, ['Your Elite plan has begun', 'Your Starter plan has begun']);
  assert.deepEqual(
    expected.known.subscriptions.map(({ id, status }) => [id, status]),
    [lived.first, lived.second].map(({ subscriptionId }) => [subscriptionId, 'canceled']),
  );

  const books = await copyBooks(shop.provider.payments);
  const events = lifeInShort(books.events);
  const payments = recordedPayments({ ...books, events });
  const deps: SellingDeps = { ...shop.deps, provider: { ...shop.provider, payments } };
  const deliveries = fc.record({
    first: fc.shuffledSubarray([...events.keys()]),
    again: fc.array(fc.nat({ max: events.length - 1 }), { maxLength: 5 }),
    /** After how many deliveries what is due is asked of the provider. */
    asksAfter: fc.array(fc.nat({ max: events.length - 1 }), { maxLength: 1 }),
  });
  let runs = 0;
  const property = fc.asyncProperty(deliveries, async ({ first, again, asksAfter }) => {
    await deleteBillingRows(db);
    shop.clock.set(endedAt);
    // The record is read from where the last reading ended: before all this.
    await savePosition(db, 'events', beganAt);
    for (const [count, index] of [...first, ...again].entries()) {
      const event = events[index];
      if (event) await takeInEvent(deps, event);
      if (asksAfter.includes(count)) await runProviderTasks(deps);
    }
    assert.equal(await reconcilePayments(deps), 'finished');
    await finishTasks(deps, shop.clock);
    shop.clock.set(endedAt);
    const found = await outcome();
    if (!isDeepStrictEqual(found, expected)) assert.deepEqual(found, expected);
    runs += 1;
  });
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
  assert.equal(runs, RUNS);
});

/** Events are reasons to look: two of a kind about the same thing are one, told twice. */
function lifeInShort(events: readonly ProviderEvent[]): ProviderEvent[] {
  const told = new Set<string>();
  return events.filter(({ type, subject }) => {
    const content = JSON.stringify([type, subject]);
    return subject !== null && !told.has(content) && told.add(content);
  });
}

async function finishTasks(
  deps: SellingDeps,
  clock: { advance(milliseconds: number): void },
): Promise<void> {
  for (let minutes = 0; minutes < 20; minutes += 1) {
    clock.advance(60_000);
    if ((await runProviderTasks(deps)) === 0) return;
  }
  assert.fail('there is always something left to ask of the provider');
}
