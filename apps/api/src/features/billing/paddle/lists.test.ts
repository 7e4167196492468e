import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { buyPlan, openPaddle } from './testing/paddle-shop.ts';
import { respond, startRawServer } from './testing/raw-server.ts';
import { ADJUSTMENT, TRANSACTION } from './testing/samples.ts';
import { paddleAt, SHORT_MS, troubleOf } from './testing/trouble.ts';

/** How many events there are, by the provider's own count. */
async function firstPage({ url, apiKey }: { url: string; apiKey: string }) {
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await fetch(`${url}/events?per_page=1`, { headers });
  const counted = z.object({ pagination: z.object({ estimated_total: z.int() }) });
  return z.object({ meta: counted }).parse(await response.json()).meta;
}

describe('the list of events', () => {
  it('is read from the newest to the oldest, page by page, without a gap', async (t) => {
    const shop = await openPaddle(t);
    // A change of plan and back makes about a dozen events: more than two pages in all.
    const { subscriptionId } = await buyPlan(shop);
    for (let round = 0; round < 20; round += 1) {
      for (const priceId of ['pri_large', 'pri_small'])
        await shop.paddle.changeSubscription(subscriptionId, { priceId, settle: 'now' });
    }
    await shop.control.settle();
    const seen: { id: string; at: number }[] = [];
    const sizes: number[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const page = await shop.paddle.listEvents(after);
      sizes.push(page.events.length);
      seen.push(...page.events.map(({ id, occurredAt }) => ({ id, at: occurredAt.getTime() })));
      after = page.after;
    }
    assert.ok(sizes.length > 1 && sizes[0] === 200, String(sizes));
    assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length);
    assert.ok(seen.every(({ at }, index) => index === 0 || at <= (seen[index - 1]?.at ?? 0)));
    const { pagination } = await firstPage(shop.emulator);
    assert.equal(seen.length, pagination.estimated_total);
  });

  it('says of every entity that is kept what to fetch', async (t) => {
    const shop = await openPaddle(t);
    const { transactionId } = await buyPlan(shop);
    await shop.paddle.refundTransaction(transactionId, 'guarantee');
    const { events } = await shop.paddle.listEvents();
    const kept = events.filter(({ type }) => /^(adjustment|subscription|transaction)\./.test(type));
    assert.ok(kept.length > 3);
    for (const { type, subject } of kept) assert.ok(subject, type);
  });
});

describe('a list', () => {
  const page = (data: unknown[], has_more: boolean) =>
    JSON.stringify({ data, meta: { pagination: { has_more, next: 'http://127.0.0.1:1/' } } });

  it('of adjustments is read to its last page', async (t) => {
    const second = { ...ADJUSTMENT, id: 'adj_01hvgf2s84dr6reszzg29zbvcn' };
    const server = await startRawServer(t, (socket) => {
      const isFirst = server.received.length === 1;
      respond(socket, 200, isFirst ? page([ADJUSTMENT], true) : page([second], false));
    });
    const found = await paddleAt(server.url).findAdjustments(TRANSACTION.id);
    assert.deepEqual(
      found.map(({ id }) => id),
      [ADJUSTMENT.id, second.id],
    );
    const asked = server.received.map((request) => request.split(' ', 2)[1]);
    const query = `/adjustments?transaction_id=${TRANSACTION.id}&per_page=50`;
    assert.deepEqual(asked, [query, `${query}&after=${ADJUSTMENT.id}`]);
  });

  it('of adjustments that never ends is over with the time of one call', async (t) => {
    const server = await startRawServer(t, (socket) => {
      // The second page takes more of the time than the first has left.
      const delayMs = server.received.length === 1 ? SHORT_MS / 2 : SHORT_MS * 0.9;
      setTimeout(() => respond(socket, 200, page([ADJUSTMENT], true)), delayMs);
    });
    const error = await troubleOf(paddleAt(server.url, SHORT_MS).findAdjustments(TRANSACTION.id));
    assert.equal(error.kind, 'unreachable');
    assert.ok(server.received.length <= 2, String(server.received.length));
  });

  it('with an adjustment that cannot be read is no list: money would be missing in it', async (t) => {
    const { url } = await startRawServer(t, (socket) => respond(socket, 200, page([{}], false)));
    assert.equal(
      (await troubleOf(paddleAt(url).findAdjustments(TRANSACTION.id))).kind,
      'unreachable',
    );
  });

  it('of events passes over what is none, but not over a page of nothing else', async (t) => {
    const event = { event_id: 'evt_1', event_type: 'a.b', occurred_at: '2026-03-01T12:00:00Z' };
    const list = async (data: unknown[]) => {
      const { url } = await startRawServer(t, (socket) => respond(socket, 200, page(data, true)));
      return paddleAt(url).listEvents();
    };
    const { events, after } = await list([{}, event, null]);
    assert.deepEqual([events.length, after], [1, 'evt_1']);
    assert.equal((await troubleOf(list([{}, null]))).kind, 'unreachable');
  });
});
