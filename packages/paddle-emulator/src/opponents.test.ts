import assert from 'node:assert/strict';
import { get } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { openShop, type Shop } from './testing/shop.ts';

const CARD = { number: '4242 4242 4242 4242', expiry_month: 12, expiry_year: 2099, cvc: '123' };

type FrameAnswer = {
  data?: {
    result?: { kind: string };
    event?: { id: string; transaction_id: string };
  };
  error?: { code: string; documentation_url: string; errors?: { field: string }[] };
  meta?: { request_id: string };
};
type Answer = {
  status: number;
  code: string | undefined;
  field: string | undefined;
  kind: string;
  id: string;
  txn: string;
};

describe('what an opponent tries at the checkout', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  /** A call of the frame: it has no API key. */
  const frame = async (path: string, body: unknown): Promise<Answer> => {
    const response = await fetch(`${shop.emulator.url}/checkout/sessions${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { data, error }: FrameAnswer = JSON.parse(await response.text());
    return {
      status: response.status,
      code: error?.code,
      field: error?.errors?.[0]?.field,
      kind: data?.result?.kind ?? '',
      id: data?.event?.id ?? '',
      txn: data?.event?.transaction_id ?? '',
    };
  };
  const open = async (body: object = { items: [{ price_id: 'pri_small', quantity: 1 }] }) =>
    frame('', { token: shop.emulator.clientToken, ...body });
  const openNamed = async (email = 'eve@example.com') => {
    const session = await open();
    await frame(`/${session.id}/customer`, { email, country_code: 'PK' });
    return session;
  };
  const code = async (method: string, path: string, body?: unknown) => {
    const answer = await shop.call(method, path, body);
    return [answer.status, answer.body.error?.code];
  };

  it('a press of the button twice, or fifty at once, pays once', async () => {
    const { id, txn } = await openNamed();
    const presses = await Promise.all(Array.from({ length: 50 }, () => frame(`/${id}/pay`, CARD)));
    assert.equal(presses.filter(({ kind }) => kind === 'paid').length, 1);
    assert.equal(presses.filter((each) => each.code === 'transaction_already_paid').length, 49);
    const { payments } = await shop.paddle.transactions.get(txn);
    assert.equal(payments.length, 1);
    await shop.control.moveClock({ advance: '1s' });
    const begun = (await shop.paddle.events.list({ perPage: 200 }).next()).filter(
      ({ eventType }) => eventType === 'subscription.created',
    );
    assert.equal(begun.length, 1);
  });

  it('a transaction that is paid cannot be opened or paid again from another tab', async () => {
    const { id, txn } = await openNamed();
    const other = await open({ transaction_id: txn });
    await frame(`/${id}/pay`, CARD);
    assert.equal((await frame(`/${other.id}/pay`, CARD)).code, 'transaction_already_paid');
    assert.equal((await open({ transaction_id: txn })).status, 409);
  });

  it('bad cards are refused by their field, and nothing is paid', async () => {
    const { id, txn } = await openNamed();
    const pay = async (change: object) => frame(`/${id}/pay`, { ...CARD, ...change });
    assert.equal((await pay({ number: '4111111111111111' })).field, 'number');
    assert.equal((await pay({ number: 'toString' })).field, 'number');
    assert.equal((await pay({ number: '' })).field, 'number');
    assert.equal((await pay({ cvc: '1' })).field, 'cvc');
    assert.equal((await pay({ expiry_month: 13 })).field, 'expiry');
    assert.equal((await pay({ expiry_month: 2, expiry_year: 2026 })).field, 'expiry');
    assert.equal((await pay({ number: '4000000000000002' })).kind, 'declined');
    assert.equal((await pay({ number: 5 })).status, 400);
    assert.equal((await shop.paddle.transactions.get(txn)).status, 'ready');
    assert.equal((await pay({})).kind, 'paid', 'a good card still works');
  });

  it('a browser that is closed half-way leaves a sale unpaid, or paid, never between', async () => {
    const started = await openNamed('half@example.com');
    assert.equal((await shop.paddle.transactions.get(started.txn)).status, 'ready');
    const stopping = new AbortController();
    const url = `${shop.emulator.url}/checkout/sessions/${started.id}/pay`;
    const paying = fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(CARD),
      signal: stopping.signal,
    });
    setTimeout(() => stopping.abort(), 5);
    await paying.catch(() => null);
    await shop.control.moveClock({ advance: '1s' });
    const { status } = await shop.paddle.transactions.get(started.txn);
    assert.ok(status === 'ready' || status === 'completed', status);
  });

  it('payment comes after a name and an address', async () => {
    const { id } = await open();
    assert.equal((await frame(`/${id}/pay`, CARD)).code, 'transaction_not_ready');
    const where = { email: 'a@example.com', country_code: 'US' };
    assert.equal((await frame(`/${id}/customer`, where)).field, 'postal_code');
    assert.equal((await frame(`/${id}/customer`, { ...where, email: 'x' })).field, 'email');
  });

  it('unknown prices and odd quantities make no transaction', async () => {
    const items = (price_id: string, quantity: unknown = 1) => ({
      items: [{ price_id, quantity }],
    });
    const count = async () => (await shop.paddle.events.list({ perPage: 200 }).next()).length;
    const before = await count();
    assert.equal((await open(items('pri_none'))).code, 'transaction_price_not_found');
    for (const name of ['constructor', '__proto__', ''])
      assert.equal((await open(items(name))).status, 400);
    for (const quantity of [0, -1, 1.5, 101, '2', null, 1e30])
      assert.equal((await open(items('pri_small', quantity))).status, 400);
    assert.equal((await open({ items: [] })).status, 400);
    assert.equal(await count(), before);
  });

  it('without the right key there is no answer', async () => {
    const headers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: shop.emulator.apiKey },
      { authorization: `Bearer ${shop.emulator.clientToken}` },
    ];
    for (const each of headers) {
      const response = await fetch(`${shop.emulator.url}/events`, { headers: each });
      assert.equal(response.status, 403);
    }
    assert.equal((await frame('', { token: 'test_x', items: [] })).status, 403);
  });

  it('huge, broken and foreign bodies are refused in the envelope', async () => {
    const send = async (body: string, type = 'application/json') => {
      const response = await fetch(`${shop.emulator.url}/adjustments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${shop.emulator.apiKey}`, 'content-type': type },
        body,
      });
      const { error, meta }: FrameAnswer = JSON.parse(await response.text());
      assert.ok(meta?.request_id && error?.documentation_url);
      return [response.status, error.code];
    };
    assert.deepEqual(await send(JSON.stringify({ name: 'x'.repeat(300_000) })), [
      413,
      'request_body_too_large',
    ]);
    assert.deepEqual(await send('{'), [400, 'invalid_json']);
    assert.deepEqual(await send('null'), [400, 'bad_request']);
    assert.deepEqual(await send('name=x', 'text/plain'), [415, 'unsupported_media_type']);
    assert.deepEqual(await code('GET', '/nowhere'), [404, 'invalid_url']);
    assert.equal((await code('GET', '/events?per_page=201'))[0], 400);
    assert.equal((await code('GET', '/events?after=evt_none'))[0], 400);
  });

  it('the clock does not go back', async () => {
    await assert.rejects(
      shop.control.moveClock({ set: '2026-01-01T00:00:00Z' }),
      /clock_cannot_go_back/,
    );
    await assert.rejects(shop.control.moveClock({ advance: '-5d' }), /bad_request/);
    await assert.rejects(shop.control.moveClock({ advance: '1 day' }), /bad_request/);
  });

  it('pages of other origins do not reach the control calls', async () => {
    const response = await fetch(`${shop.emulator.url}/emulator/clock`, {
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(response.status, 403);
  });

  it('nor does anything answer under a name that is not this machine’s', async () => {
    const statusAs = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const url = `${shop.emulator.url}/paddle/v2/paddle.js`;
        get(url, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        }).on('error', reject);
      });
    const { port } = new URL(shop.emulator.url);
    assert.equal(await statusAs(`localhost:${port}`), 200);
    for (const host of [`evil.example:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example'])
      assert.equal(await statusAs(host), 403, host);
  });
});
