import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { instantFromIso } from '@quorate/values/instant';
import { writeMarketFile } from '../tools/demo/market-file.ts';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { startPaperBot } from './support/bot.ts';
import { linkIn, mailsTo } from './support/mailbox.ts';
import { deliverPush, startPushService, subscribeWith } from './support/push-browser.ts';
import { emptyServiceTest, expect, withEmptyService } from './support/test.ts';

/** With a push service, and a service of the journey's own that may send to it. */
const test = emptyServiceTest.extend<{ push: Awaited<ReturnType<typeof startPushService>> }>({
  push: async ({ browserName: _ }, use) => {
    const push = await startPushService();
    await use(push);
    await push.stop();
  },
  // As a fixture, as pages are closed before it: they would complain of a service that ends under them.
  ownService: async ({ push }, use) => withEmptyService(use, { PUSH_HOSTS: push.origin }),
});

// A silent bot is noticed in its own time.
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-notices-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

test.use({ serviceWorkers: 'allow' });

// Chromium complains of faces that a worker answered after the page had sent for them early.
test.beforeEach(({ allowConsole }) =>
  allowConsole(/was preloaded using link preload|A preload for/),
);

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Notifications' });

test('a bot that is killed: within a minute its owner has the mail and the notice, and the dashboard says silent', async ({
  page,
  push,
  ownService: { url },
}) => {
  const startedAt = performance.now();
  const person = await signedUp(url);
  await subscribeWith(page, push);
  await signIn(page, person, { serviceUrl: url });
  await page.goto(`${url}/dashboard/security#notifications`);
  await sectionOf(page).getByRole('button', { name: 'Notify me in this browser' }).click();
  await expect(sectionOf(page).getByText('Notices are sent to this browser.')).toBeVisible();
  await expect(sectionOf(page).getByText('This browser', { exact: true })).toBeVisible();

  await page.goto(`${url}/dashboard`);
  const candles = join(folder, 'EURUSD_H1.csv.gz');
  writeMarketFile(candles, {
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    bars: 6_000,
    seed: 11,
    end: instantFromIso('2026-03-06T20:00:00Z'),
  });
  const bot = startPaperBot({ serviceUrl: url, person, candles, folder, candlesPerSecond: 60 });
  const card = page.getByRole('article', { name: /^Bot on account/ }).first();
  try {
    await expect(card.getByText('Active', { exact: true })).toBeVisible({ timeout: 30_000 });
    // In its first minute a service tells of nobody: what dies right after its start is told later.
    await page.waitForTimeout(Math.max(0, 20_000 - (performance.now() - startedAt)));
  } finally {
    await bot.kill();
  }
  const killedAt = performance.now();
  await expect(card.getByText('Offline', { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(card.getByText(/^Offline since \d\d:\d\d:\d\d, /)).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(url, person.email))[0]?.subject, { timeout: 60_000 })
    .toMatch(/^Your bot on paper account \S+ at \S+ is offline$/);
  await expect.poll(() => push.opened.length, { timeout: 60_000 }).toBe(1);
  expect(performance.now() - killedAt, 'told within a minute').toBeLessThan(60_000);

  const [mail] = await mailsTo(url, person.email);
  expect(mail && linkIn(mail, '/dashboard/security')).toContain('#notifications');

  const [notice = ''] = push.opened;
  await page.goto(`${url}/dashboard/security`);
  const shown = await deliverPush(page, notice);
  expect(shown.title).toBe(JSON.parse(notice).title);
});

test('notices are set where the mail leads: mail off, a browser tested and removed, by keyboard and without a fault', async ({
  page,
  push,
  ownService: { url },
}) => {
  const person = await signedUp(url);
  await subscribeWith(page, push);
  await signIn(page, person, { serviceUrl: url });
  await page.goto(`${url}/dashboard/security#notifications`);
  const section = sectionOf(page);
  await expect(section).toBeInViewport();
  await expect(section.getByText(`To ${person.email} when`)).toBeVisible();
  await section.getByRole('button', { name: 'Turn off: mails', exact: true }).press('Enter');
  await expect(section.getByText('Mails are off.')).toBeVisible();
  await section.getByRole('button', { name: 'Notify me in this browser' }).press('Enter');
  await section.getByRole('button', { name: /^Send a test to/ }).press('Enter');
  await expect(section.getByText(/^A test notice is on its way to/)).toBeVisible();
  await expect.poll(() => push.opened.length).toBe(1);
  expect(await deliverPush(page, push.opened[0] ?? '')).toEqual({
    title: 'This is a test',
    body: 'Notices arrive here. We tell you when a bot of yours goes offline.',
  });
  await expectNoFaults(page, 'notifications with a browser', { within: '#notifications' });
  await section.getByRole('button', { name: /^Remove/ }).press('Enter');
  await expect(section.getByText(/^No more notices are sent to/)).toBeVisible();
  await expect(section.getByText('This browser', { exact: true })).toBeHidden();
  await page.reload();
  await expect(section.getByRole('button', { name: 'Turn on: mails', exact: true })).toBeVisible();
});
