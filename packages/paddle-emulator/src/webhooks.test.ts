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
    await shop.control.clearFaults();
    await shop.control.moveClock({ advance: '1d' });
    shop.received.length = 0;
    shop.answers.length = 0;
  });

  const makeProducts = async (...names: string[]) => {
    for (const name of names) await shop.paddle.products.create({ name, taxCategory: 'saas' });
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

  it('hold whole entities: the SDK reads every one of them', async () => {
    const live = await openShop({ clock: { now: () => Date.now() } });
    try {
      await subscribe(live, 'pri_trial');
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

  it('come again after a refusal, with the same event id and a fresh time, and then no more', async () => {
    shop.answers.push(500, 503, 500);
    await makeProducts('A');
    await shop.control.moveClock({ advance: '1h' });
    assert.equal(shop.received.length, 3);
    assert.equal(new Set(shop.received.map(({ id }) => id)).size, 1);
    const [first, second, third] = shop.received.map(secondsOf);
    assert.deepEqual([(second ?? 0) - (first ?? 0), (third ?? 0) - (second ?? 0)], [60, 840]);
    const [failed] = await shop.paddle.notifications.list({ status: ['failed'] }).next();
    assert.equal(failed?.timesAttempted, 3);
    await shop.paddle.notifications.replay(failed?.id ?? '');
    await shop.control.settle();
    assert.equal(shop.received.at(-1)?.id, shop.received[0]?.id);
  });

  it('do not follow a receiver to another address', async () => {
    shop.answers.push(302);
    await makeProducts('A');
    await shop.control.moveClock({ advance: '2m' });
    assert.equal(shop.received.length, 2);
  });

  it('can be lost, and are in the list of events all the same', async () => {
    await shop.control.addFault({ kind: 'webhook_drop', times: 2 });
    await makeProducts('A', 'B', 'C');
    await shop.control.moveClock({ advance: '1h' });
    assert.deepEqual(
      shop.received.map(({ body }) => JSON.parse(body).data.name),
      ['C'],
    );
    const events = await shop.paddle.events.list({ perPage: 3 }).next();
    assert.equal(events.length, 3);
  });

  it('can come twice', async () => {
    await shop.control.addFault({ kind: 'webhook_double', event_type: 'product.*' });
    await makeProducts('A');
    assert.equal(shop.received.length, 2);
    assert.equal(shop.received[0]?.id, shop.received[1]?.id);
  });

  it('can come late', async () => {
    await shop.control.addFault({ kind: 'webhook_delay', delay_ms: 600_000 });
    await makeProducts('A', 'B');
    const names = () => shop.received.map(({ body }) => JSON.parse(body).data.name);
    assert.deepEqual(names(), ['B']);
    await shop.control.moveClock({ advance: '10m' });
    assert.deepEqual(names(), ['B', 'A']);
  });

  it('can come in the wrong order', async () => {
    await shop.control.addFault({ kind: 'webhook_reorder', times: 3 });
    await makeProducts('A', 'B', 'C', 'D');
    const names = shop.received.map(({ body }) => JSON.parse(body).data.name);
    assert.deepEqual(names, ['C', 'B', 'A', 'D']);
  });

  it('of a reordering that never fills up come in the end', async () => {
    await shop.control.addFault({ kind: 'webhook_reorder', times: 9 });
    await makeProducts('A', 'B');
    await shop.control.moveClock({ advance: '5s' });
    assert.equal(shop.received.length, 2);
  });

  it('can be signed wrongly, with an old time, or twice', async () => {
    await shop.control.addFault({ kind: 'webhook_bad_signature' });
    await shop.control.addFault({ kind: 'webhook_stale_timestamp', age_ms: 60_000 });
    await shop.control.addFault({ kind: 'webhook_two_signatures' });
    await makeProducts('A', 'B', 'C', 'D');
    const [bad, stale, two, good] = shop.received;
    assert.ok(bad && stale && two && good);
    assert.equal(isSigned(bad, secret), false);
    assert.equal(isSigned(stale, secret), true);
    assert.equal(secondsOf(good) - secondsOf(stale), 60);
    assert.equal(two.signature.match(/h1=/g)?.length, 2);
    assert.equal(isSigned(two, secret), true);
    assert.equal(isSigned(good, secret), true);
    assert.deepEqual(await shop.control.faults(), []);
  });

  it('carry both signatures while a secret is rotated, and one when that is over', async () => {
    const [setting] = await shop.paddle.notificationSettings.list();
    const rotated = await shop.control.rotateSecret(setting?.id ?? '', { overlap: '1h' });
    await makeProducts('A');
    await shop.control.moveClock({ advance: '2h' });
    await makeProducts('B');
    const [during, later] = shop.received;
    assert.ok(during && later);
    assert.ok(isSigned(during, secret) && isSigned(during, rotated.endpoint_secret_key));
    assert.ok(!isSigned(later, secret) && isSigned(later, rotated.endpoint_secret_key));
    secret = rotated.endpoint_secret_key;
  });
});
