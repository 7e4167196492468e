import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { BillingSettings } from '../../../config/billing.ts';
import { PAID_PLANS } from '../price-book.ts';
import { emulatorCatalogue } from './catalogue.ts';
import { checkPrices } from './check-prices.ts';
import { connectProvider } from './connect-provider.ts';

const PADDLE: BillingSettings = {
  kind: 'paddle',
  environment: 'sandbox',
  apiKey: 'pdl_sdbx_apikey_secret',
  clientToken: 'test_token',
  webhookSecrets: ['pdl_ntfset_secret'],
  prices: { Pro: { monthly: ['pri_pro'], yearly: [] } },
};

async function connect(
  t: TestContext,
  billing: BillingSettings,
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-selling-')),
) {
  const selling = await connectProvider(
    { billing, host: 'localhost', port: 3000, publicUrl: 'http://localhost:3000', dataDir },
    {
      self: { pid: 7, started_at: '2026-03-02T10:00:00Z', address: 'http://localhost:3000' },
      listening: Promise.resolve(),
    },
  );
  t.after(async () => {
    await selling.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { ...selling, dataDir };
}

describe('connecting the provider', () => {
  it('sells nothing where selling is off', async (t) => {
    const { provider, words } = await connect(t, { kind: 'off' });
    assert.equal(provider, null);
    assert.equal(words, 'off');
  });

  it('hands over Paddle’s settings, and asks nothing of it yet', async (t) => {
    const fetching = t.mock.method(globalThis, 'fetch');
    const { provider, words } = await connect(t, PADDLE);
    assert.equal(words, 'Paddle (sandbox)');
    assert.equal(provider?.environment, 'sandbox');
    assert.equal(provider?.clientToken, 'test_token');
    assert.equal(provider?.script, null);
    assert.deepEqual(provider?.webhookSecrets, ['pdl_ntfset_secret']);
    assert.equal(provider?.prices.offer('Pro', 'monthly')?.priceId, 'pri_pro');
    assert.equal(fetching.mock.callCount(), 0);
    const live = await connect(t, { ...PADDLE, environment: 'production' });
    assert.equal(live.words, 'Paddle');
  });

  for (const [environment, host] of [
    ['sandbox', 'https://sandbox-api.paddle.com'],
    ['production', 'https://api.paddle.com'],
  ] as const)
    it(`asks ${host} in the environment ${environment}`, async (t) => {
      const asked: string[] = [];
      t.mock.method(globalThis, 'fetch', async (url: string) => {
        asked.push(new URL(url).origin);
        throw new TypeError('no network here');
      });
      const { provider } = await connect(t, { ...PADDLE, environment });
      await assert.rejects(provider?.payments.findPrice('pri_pro') ?? Promise.resolve(), {
        kind: 'unreachable',
      });
      assert.deepEqual(asked, [host]);
    });

  it('sells every plan by the month and by the year in test mode, at the pages’ amounts', async (t) => {
    const { provider, words } = await connect(t, { kind: 'emulator', port: 0 });
    assert.match(
      words,
      /^test mode: no real card is charged \(emulator at http:\/\/127\.0\.0\.1:\d+\)$/,
    );
    assert.ok(provider);
    assert.equal(provider.environment, 'emulator');
    assert.equal(provider.webhookSecrets.length, 1);
    for (const plan of PAID_PLANS)
      for (const cycle of ['monthly', 'yearly'] as const) {
        const offer = provider.prices.offer(plan, cycle);
        assert.equal(offer?.cycle, cycle);
        const price = await provider.payments.findPrice(offer?.priceId ?? '');
        assert.equal(price?.unitAmount, offer?.amount);
        assert.equal(price?.currency, offer?.currency);
      }
    const fault = (_: object, message: string) => assert.fail(message);
    const log = { warn: fault, error: fault };
    await checkPrices({ provider, log }, emulatorCatalogue().ids);
  });

  it('says which port was taken', async (t) => {
    const first = await connect(t, { kind: 'emulator', port: 0 });
    const { port } = new URL(first.provider?.script ?? '');
    const { words } = await connect(t, { kind: 'emulator', port: Number(port) });
    assert.match(words, new RegExp(`; port ${port} is in use by another program\\)$`));
  });

  it('sells nothing at a second service on the same folder, and says whose it is', async (t) => {
    const { dataDir } = await connect(t, { kind: 'emulator', port: 0 });
    const second = await connect(t, { kind: 'emulator', port: 0 }, dataDir);
    assert.equal(second.provider, null);
    assert.match(second.words, /^off: The data folder .*paddle-emulator is in use by process 7, /);
  });
});
