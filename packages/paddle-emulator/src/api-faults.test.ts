import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { ApiError } from '@paddle/paddle-node-sdk';
import { openShop, type Shop } from './testing/shop.ts';

describe('an API that goes wrong on purpose', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());
  afterEach(() => shop.control.clearFaults());

  const list = () => shop.paddle.products.list().next();

  it('is busy, and says for how long', async () => {
    await shop.control.addFault({ kind: 'api_429', retry_after_seconds: 7 });
    await assert.rejects(list(), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'too_many_requests');
      assert.equal(error.retryAfter, 7);
      return true;
    });
    assert.equal((await list()).length, 2, 'once was once');
  });

  it('answers with a page of HTML, on the paths that were asked for', async () => {
    await shop.control.addFault({
      kind: 'api_500_html',
      path: '/transactions*',
      method: 'GET',
      times: null,
    });
    for (let call = 0; call < 2; call += 1) {
      const response = await fetch(`${shop.emulator.url}/transactions?per_page=5`, {
        headers: { authorization: `Bearer ${shop.emulator.apiKey}` },
      });
      assert.equal(response.status, 500);
      assert.match(response.headers.get('content-type') ?? '', /text\/html/);
    }
    await assert.rejects(shop.paddle.transactions.get('txn_1'), SyntaxError);
    assert.equal((await list()).length, 2);
  });

  it('looks for a path with many stars as fast as for one with none', async () => {
    const path = `${'/*a'.repeat(2_000)}b`;
    await shop.control.addFault({ kind: 'api_500_html', path, times: null });
    await shop.control.addFault({ kind: 'api_reset', path: '*transactions*per_page*zz' });
    const startedAt = performance.now();
    const response = await fetch(`${shop.emulator.url}/transactions?x=${'/a'.repeat(3_000)}`, {
      headers: { authorization: `Bearer ${shop.emulator.apiKey}` },
    });
    assert.notEqual(response.status, 500);
    assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`);
  });

  it('hangs, and then breaks off', async () => {
    await shop.control.addFault({ kind: 'api_hang', delay_ms: 150 });
    const startedAt = performance.now();
    await assert.rejects(list(), TypeError);
    assert.ok(performance.now() - startedAt >= 140);
  });

  it('is slow, and right', async () => {
    await shop.control.addFault({ kind: 'api_slow', delay_ms: 150 });
    const startedAt = performance.now();
    assert.equal((await list()).length, 2);
    assert.ok(performance.now() - startedAt >= 140);
  });

  it('breaks the connection off', async () => {
    await shop.control.addFault({ kind: 'api_reset' });
    await assert.rejects(list(), TypeError);
  });

  it('does what was asked and loses the answer', async () => {
    for (const kind of ['api_500_html', 'api_reset', 'api_429'] as const) {
      await shop.control.addFault({ kind, applied: true });
      await assert.rejects(shop.paddle.customers.create({ email: `${kind}@example.com` }));
      const found = await shop.paddle.customers.list({ email: [`${kind}@example.com`] }).next();
      assert.equal(found.length, 1, kind);
    }
  });

  it('lists and clears what is planned', async () => {
    const { id } = await shop.control.addFault({ kind: 'api_reset', times: 3 });
    const [planned] = await shop.control.faults();
    assert.equal(planned?.kind, 'api_reset');
    await shop.control.clearFault(id);
    assert.deepEqual(await shop.control.faults(), []);
    await assert.rejects(shop.control.clearFault(id), /404/);
  });

  it('takes as many calls in a minute as it is told to, and no more', async () => {
    const busy = await openShop({ seed: 'busy', behaviour: { requestsPerMinute: 5 } });
    try {
      const calls = Array.from({ length: 8 }, () => busy.call('GET', '/products'));
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, 5);
      assert.equal(statuses.filter((status) => status === 429).length, 3);
    } finally {
      await busy.close();
    }
  });
});
