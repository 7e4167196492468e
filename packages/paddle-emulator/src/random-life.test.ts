import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bills, openShop, type Shop, subscribe } from './testing/shop.ts';

const CARDS = ['4242424242424242', '4000002760003184', '4000000000000002'] as const;
const RECURRING = ['pri_small', 'pri_large', 'pri_small_year'] as const;
const MODES = ['prorated_immediately', 'prorated_next_billing_period'] as const;

const step = fc.oneof(
  fc.record({ does: fc.constant('wait' as const), days: fc.integer({ min: 0, max: 50 }) }),
  fc.record({
    does: fc.constant('change' as const),
    price: fc.constantFrom(...RECURRING),
    quantity: fc.integer({ min: 1, max: 3 }),
    mode: fc.constantFrom(...MODES),
  }),
  fc.record({ does: fc.constant('card' as const), number: fc.constantFrom(...CARDS) }),
  fc.record({ does: fc.constantFrom('keep' as const, 'settle' as const) }),
  fc.record({ does: fc.constant('cancel' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Does a step by a call; what is refused is refused with a code, never with a fault of the emulator. */
async function take(shop: Shop, id: string, each: Step): Promise<void> {
  const call = (method: string, path: string, body: object) =>
    shop.call(method, `/subscriptions/${id}${path}`, body);
  const answers = async () => {
    switch (each.does) {
      case 'wait':
        await shop.control.moveClock({ advance: `${each.days}d` });
        return null;
      case 'card':
        await shop.control.changeCard(id, { number: each.number });
        return null;
      case 'change':
        return call('PATCH', '', {
          items: [{ price_id: each.price, quantity: each.quantity }],
          proration_billing_mode: each.mode,
        });
      case 'keep':
        return call('PATCH', '', { scheduled_change: null });
      case 'cancel':
        return call('POST', '/cancel', {});
      case 'settle': {
        const { status } = await shop.paddle.subscriptions.get(id);
        if (status !== 'past_due') return null;
        const [owed] = (await bills(shop, id)).filter((bill) => bill.status === 'past_due');
        await shop.control.buy({ transaction_id: owed?.id });
        await shop.control.moveClock({ advance: '1s' });
        return null;
      }
    }
  };
  const answer = await answers();
  assert.ok(answer === null || answer.status < 500, JSON.stringify({ each, answer }));
}

async function checkBooks(shop: Shop, id: string): Promise<void> {
  const { status, nextBilledAt } = await shop.paddle.subscriptions.get(id);
  const { now } = await shop.control.clock();
  if (status === 'active') assert.ok(`${nextBilledAt}` >= now, `${nextBilledAt} is before ${now}`);
  if (status === 'canceled') assert.equal(nextBilledAt, null);
  for (const { id: bill, status: state, details, payments } of await bills(shop, id)) {
    const { total, credit, grandTotal } = details?.totals ?? {};
    assert.equal(Number(grandTotal), Number(total) - Number(credit), bill);
    assert.ok(Number(grandTotal) >= 0, bill);
    const captured = payments.filter((each) => each.status === 'captured');
    const isPaid = state === 'paid' || state === 'completed';
    assert.equal(captured.length, isPaid ? 1 : 0, `${bill} is ${state}`);
  }
}

describe('any life of a subscription', () => {
  it('is charged once for each bill, never below nothing, and never renews late', async () => {
    const lives = fc.array(step, { minLength: 3, maxLength: 15 });
    const property = fc.asyncProperty(lives, async (steps) => {
      const shop = await openShop();
      try {
        const { subscriptionId } = await subscribe(shop, 'pri_small');
        for (const each of steps) await take(shop, subscriptionId, each);
        await checkBooks(shop, subscriptionId);
      } finally {
        await shop.close();
      }
    });
    await fc.assert(property, { numRuns: 25 });
  });
});
