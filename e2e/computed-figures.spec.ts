import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { login } from '@quorate/contract/account';
import { getSiteFigures } from '@quorate/contract/site';
import { syncTrades, type TradeInput } from '@quorate/contract/trade-sync';
import type { RunningService } from '../tools/service.ts';
import { signedUp } from './support/account.ts';
import { readOn } from './support/home.ts';
import { startMarked } from './support/start-marked.ts';
import { expect, test as plainTest, withEmptyService } from './support/test.ts';

const INVENTED = /5\+|50\+|55%|1:2(?!\d|\.)/;
const FIGURES = `**${getSiteFigures.path}`;
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

const closedTrade: TradeInput = {
  position_ticket: '1',
  symbol: 'EURUSD',
  trade_type: 'BUY',
  volume: 0.1,
  digits: 5,
  open_price: 1.1,
  close_price: 1.1015,
  stop_loss: 1.099,
  take_profit: 1.1015,
  opened_at: '2026-03-02T08:00:00.000Z',
  closed_at: '2026-03-02T09:30:00.000Z',
  status: 'CLOSED',
  gross_profit: 15,
  commission: 0,
  swap: 0,
  fee: 0,
  profit: 15,
  initial_risk: 10,
  decision_id: null,
  revision: 1,
};

function strip(page: Page) {
  return page.getByRole('region', { name: 'Beta figures' });
}

/** Each figure of the strip with its name and sample, as its text runs. */
async function figuresOf(page: Page): Promise<string[]> {
  return strip(page).locator('dl > div').allTextContents();
}

/** Where what follows the strip begins, at each width. */
async function placesBelow(page: Page): Promise<Record<number, number | undefined>> {
  const places: Record<number, number | undefined> = {};
  for (const width of [320, 360, 416, 640, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    places[width] = (await page.locator('#home-rest').boundingBox())?.y;
    expect(await page.evaluate<number>(SIDEWAYS), `sideways scrolling at ${width} px`).toBe(0);
  }
  return places;
}

plainTest('the beta figures stand without a request', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The last request that the page sends automatically.
  const reviews = page.waitForResponse((response) => response.url().includes('/api/reviews'));
  await page.goto('/');
  await page.locator('html[data-started]').waitFor();
  await readOn(page);
  await reviews;
  expect(asked).not.toContain(getSiteFigures.path);
  await expect(strip(page)).toContainText('5+');
});

const test = plainTest.extend<object, { ledger: RunningService }>({
  ledger: [
    async ({ browserName: _ }, use) => {
      const lend = async (service: RunningService) => {
        await tradeTwice(service.url);
        await use(service);
      };
      await withEmptyService(lend, { SITE_FIGURES: 'ledger' });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ ledger }, use) => use(ledger.url),
});

/** What a stranger makes up on a Free account: it moves nothing. */
async function tradeTwice(serviceUrl: string): Promise<void> {
  const post = async (path: string, body: object, token = '') => {
    const reply = await fetch(serviceUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    expect(reply.status, path).toBe(200);
    return reply.json();
  };
  const person = await signedUp(serviceUrl);
  const session = { username_or_email: person.username, password: person.password };
  const { access_token } = login.reply.parse(await post(login.path, session));
  const account = { server: 'Demo', login: '1', account_type: 'demo', currency: 'USD' };
  const loss = { position_ticket: '2', gross_profit: -10, profit: -10 };
  const trades = [closedTrade, { ...closedTrade, ...loss }];
  await post(syncTrades.path, { account, trades }, access_token);
}

test.describe('computed figures', () => {
  test('start on the elements that were built', async ({ page }) => {
    await page.route(FIGURES, () => undefined);
    const kept = await startMarked(page, '/', ['main', '[data-figures]', '[data-figures] dd']);
    expect(kept).toEqual([true, true, true]);
  });

  // @spec 10.24
  test('arrive with the number of trades behind them, and no made-up one counts', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(strip(page).getByRole('status')).toHaveText(/^Last computed .*, \d\d:\d\d\.$/);
    expect(await figuresOf(page)).toEqual([
      'active beta testers betawith a trade closed in the last 30 days0',
      'simulated trades betaclosed on demo accounts0',
      'preliminary strategy accuracy betano closed demo trade yet–',
      'average risk-reward ratio betano demo trade with stop and target yet–',
    ]);
  });

  for (const [size, part] of [
    ['there are few', {}],
    ['there are many', { simulated_trades: 1_234_567, win_rate: 55.55, risk_reward: 12.34 }],
    ['there are none', { simulated_trades: 0, win_rate: null, risk_reward: null }],
  ] as const) {
    test(`move nothing on the page, whatever its width, when ${size}`, async ({ page }) => {
      const figures = {
        source: 'ledger',
        computed_at: '2026-11-20T14:05:00.000Z',
        active_traders: 12,
        simulated_trades: 12,
        win_rate: 50,
        risk_reward: 1.5,
        risk_reward_trades: 1_234_567,
        ...part,
      };
      let letThrough = () => {};
      const held = new Promise<void>((resolve) => {
        letThrough = resolve;
      });
      await page.route(FIGURES, async (route) => {
        await held;
        await route.fulfill({ json: { success: true, figures } });
      });
      await page.goto('/');
      await page.locator('html[data-started]').waitFor();
      await expect(strip(page).getByRole('status')).toContainText('Computed from the record');
      expect((await figuresOf(page)).join()).not.toMatch(INVENTED);
      const before = await placesBelow(page);
      letThrough();
      await expect(strip(page).getByRole('status')).toContainText('Last computed');
      expect(await placesBelow(page)).toEqual(before);
    });
  }

  test('that fail say so quietly, and come when asked again', async ({ page, allowConsole }) => {
    allowConsole(/Failed to load resource/);
    let broken = true;
    await page.route(FIGURES, (route) => (broken ? route.abort() : route.continue()));
    await page.goto('/');
    const retry = strip(page).getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    await expect(strip(page).getByRole('status')).toHaveText('The figures could not be loaded.');
    expect((await figuresOf(page)).join()).not.toMatch(INVENTED);
    broken = false;
    await retry.click();
    await expect(strip(page)).toContainText('no closed demo trade yet');
    await expect(retry).toHaveCount(0);
  });

  test('have no accessibility fault at any width, in either theme', async ({ page }) => {
    await page.goto('/');
    await expect(strip(page)).toContainText('Last computed');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const width of [320, 360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const { violations } = await new AxeBuilder({ page }).include('[data-figures]').analyze();
        expect(violations, `${colorScheme}, ${width} px`).toEqual([]);
      }
    }
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('are left open, with a sentence instead of invented ones', async ({ page }) => {
      await page.goto('/');
      expect((await figuresOf(page)).join()).not.toMatch(INVENTED);
      await expect(strip(page).getByText(/^Computed from the record/)).toBeVisible();
      await expect(strip(page).getByText(/hypothetical trading/)).toBeVisible();
    });
  });
});
