import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { test as base } from '@playwright/test';
import { type RunningEmulator, startEmulator } from '@quorate/paddle-emulator/start-emulator';

export type Seller = { url: string; emulator: RunningEmulator };

const require = createRequire(import.meta.url);
const LOADER = join(dirname(require.resolve('@paddle/paddle-js')), 'index.esm.js');
const CATALOGUE = {
  products: [{ id: 'pro_plan', name: 'Plan' }],
  prices: [
    {
      id: 'pri_month',
      product_id: 'pro_plan',
      description: 'Plan, monthly',
      unit_price: { amount: '4000', currency_code: 'USD' },
      billing_cycle: { interval: 'month', frequency: 1 } as const,
    },
  ],
};

/** A seller's page with the unmodified loader, on another origin than the emulator. */
export const sellerTest = base.extend<object, { seller: Seller }>({
  seller: [
    async ({ browserName: _ }, use) => {
      const emulator = await startEmulator({ seed: 'browser', catalogue: CATALOGUE });
      const server = createServer((request, response) => {
        const isLoader = request.url === '/loader.js';
        response.setHeader('content-type', isLoader ? 'text/javascript' : 'text/html');
        // What a careful shop allows: nothing inline, and the provider's origin alone.
        response.setHeader(
          'content-security-policy',
          `default-src 'none'; script-src 'self' ${emulator.url}; frame-src ${emulator.url}; connect-src ${emulator.url}; style-src 'self'`,
        );
        response.end(isLoader ? readFileSync(LOADER) : sellerPage(emulator));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      await use({ url: `http://127.0.0.1:${port}`, emulator });
      server.close();
      server.closeAllConnections();
      await emulator.stop();
    },
    { scope: 'worker' },
  ],
});

function sellerPage({ script, clientToken }: RunningEmulator): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"><script src="${script}"></script></head>
<body data-token="${clientToken}"><h1>Shop</h1><div class="checkout-here"></div></body></html>`;
}
