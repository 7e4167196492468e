import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { deleteBillingRows, knownOfProvider } from '../testing/billing-rows.ts';
import { copyBooks, recordedPayments } from '../testing/recorded-payments.ts';
import { startShop } from '../testing/shop.ts';
import { liveWholeLife } from '../testing/whole-life.ts';
import { runProviderTasks } from './provider-tasks.ts';
import { takeInEvent } from './take-in-event.ts';

// On PostgreSQL these really run side by side; the embedded database does one after the other.
// @promise 1.3
it('all news of a whole life at the same moment end in the same rows, and no two wait for each other', async (t) => {
  const shop = await startShop(t);
  const { db } = shop.service;
  await liveWholeLife(shop, await shop.user());
  const endedAt = new Date(shop.clock.now()).toISOString();
  const expected = await knownOfProvider(db);
  const books = await copyBooks(shop.provider.payments);
  const payments = recordedPayments(books);
  const deps = { ...shop.deps, provider: { ...shop.provider, payments } };
  const property = fc.asyncProperty(
    fc.shuffledSubarray([...books.events, ...books.events], {
      minLength: books.events.length * 2,
    }),
    async (events) => {
      await deleteBillingRows(db);
      shop.clock.set(endedAt);
      const taken = await Promise.all(events.map((event) => takeInEvent(deps, event)));
      assert.equal(taken.filter((outcome) => outcome === 'known').length, books.events.length);
      for (let minutes = 0; minutes < 5; minutes += 1) {
        await Promise.all([runProviderTasks(deps), runProviderTasks(deps)]);
        shop.clock.advance(60_000);
      }
      assert.deepEqual(await knownOfProvider(db), expected);
    },
  );
  await fc.assert(property, { numRuns: 20, endOnFailure: true });
});
