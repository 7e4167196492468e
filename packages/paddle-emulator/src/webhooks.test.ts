import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { openShop, type Received, type Shop, subscribe } from './testing/shop.ts';

const SIGN_UP = [
  'transaction.created',
  'customer.created',
  'address.created',
  'transaction.updated',
  'transaction.ready',
  'transaction.updated',
  'transaction.paid',
  'payment_method.saved',
  'subscription.created',
  'subscription.activated',
  'transaction.updated',
  'transaction.completed',
];

/** The header by the rule of the documents, without this package's own code. */
function isSigned({ signature, body }: Received, secret: string): boolean {
  const [ts = '', ...hashes] = signature.split(';').map((part) => part.split('=')[1] ?? '');
  const expected = createHmac('sha256', secret).update(`${ts}:${body}`).digest('hex');
  return hashes.includes(expected);
}

function secondsOf({ signature }: Received): number {
  return Number(/ts=(\d+)/.exec(signature)?.[1]);
}

describe('webhooks', () => {
  let shop: Shop;
  let secret: string;
  before(async () => {
    shop = await openShop();
    secret = shop.emulator.webhookSecret ?? '';
  });
  after(() => shop.close());
  beforeEach(async () => {
    await shop.control.moveClock({ advance: '1d' });
    shop.received.length = 0;
    shop.answers.length = 0;
  });

  /** A checkout that is opened is one event. */
  const openCheckouts = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const response = await fetch(`${shop.emulator.url}/checkout/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          token: shop.emulator.clientToken,
          items: [{ price_id: 'pri_small' }],
        }),
      });
      assert.equal(response.status, 201);
    }
    await shop.control.settle();
  };

  it('come signed and in the order in which a sale goes', async () => {
    await subscribe(shop, 'pri_small');
    assert.deepEqual(
      shop.received.map(({ type }) => type),
      SIGN_UP,
    );
    assert.ok(shop.received.every((each) => isSigned(each, secret)));
    const moments = shop.received.map(({ body }) => JSON.parse(body).occurred_at);
    assert.deepEqual(
      moments,
      [...new Set<string>(moments)].sort((a, b) => (a < b ? -1 : 1)),
      'moments rise strictly',
    );
    const paid = shop.received.find(({ type }) => type === 'transaction.paid');
    assert.equal(JSON.parse(paid?.body ?? '').data.subscription_id, null);
    assert.equal(JSON.parse(paid?.body ?? '').data.invoice_id, null);
    const created = shop.received.filter(({ body }) => JSON.parse(body).data.transaction_id);
    assert.deepEqual(
      created.map(({ type }) => type),
      ['subscription.created'],
    );
  });

  // @promise 1.16
  it('hold whole entities: the SDK reads every one of them', async () => {
    const live = await openShop({ clock: { now: () => Date.now() } });
    try {
      await subscribe(live, 'pri_small');
      assert.ok(live.received.length >= SIGN_UP.length);
      for (const { body, signature } of live.received) {
        const liveSecret = live.emulator.webhookSecret ?? '';
        // The clock is a second ahead now; the SDK takes signatures of the future.
        const event = await live.paddle.webhooks.unmarshal(body, liveSecret, signature);
        assert.ok(event.eventId);
      }
    } finally {
      await live.close();
    }
  });

  it('do not follow a receiver to another address', async () => {
    shop.answers.push(302);
    await openCheckouts(1);
    await shop.control.moveClock({ advance: '2m' });
    assert.equal(shop.received.length, 2);
  });

  it('come again after a refusal, with the same event id and a fresh time, and then no more', async () => {
    shop.answers.push(500, 503, 500);
    await openCheckouts(1);
    await shop.control.moveClock({ advance: '1h' });
    assert.equal(shop.received.length, 3);
    assert.equal(new Set(shop.received.map(({ id }) => id)).size, 1);
    const [first = 0, second = 0, third = 0] = shop.received.map(secondsOf);
    assert.deepEqual([second - first, third - second], [60, 840]);
  });

  it('can be lost, and are in the list of events all the same', async () => {
    await shop.control.addFault({ kind: 'webhook_drop', times: 2 });
    await openCheckouts(3);
    await shop.control.moveClock({ advance: '1h' });
    const events = await shop.paddle.events.list({ perPage: 3 }).next();
    assert.equal(events.length, 3);
    assert.deepEqual(
      shop.received.map(({ id }) => id),
      [events[0]?.eventId],
    );
  });
});
