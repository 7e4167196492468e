import { instantFromIso } from '@quorate/values/instant';
import type { Browser, Page } from 'playwright-core';
import { DEMO_ACCOUNT } from '../../tools/demo/account.ts';
import { withTradedMarket } from '../../tools/demo/with-traded-market.ts';
import { newPerson, signIn } from '../support/account.ts';
import { linkIn, newestMail } from '../support/mailbox.ts';
import { reportFile } from '../support/reports.ts';
import { DENSITY, FRAME, type Shoot, shooter } from './guide-shots.ts';

const MARKET = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  digits: 5,
  bars: 3_000,
  end: instantFromIso('2026-06-26T21:00:00Z'),
  seed: 20,
} as const;

/** Fast time brings the first closed trade within this. */
const FIRST_TRADE_MS = 180_000;

/** What the guide says of the site: one account that a paper bot has traded, and one that begins. */
export async function pictureDashboard(browser: Browser, only: ReadonlySet<string>): Promise<void> {
  // One part that has changed keeps nobody from the pictures of the others.
  const faults: unknown[] = [];
  const note = (fault: unknown) => void faults.push(fault);
  await withTradedMarket(MARKET, async (baseURL) => {
    const with_ = (use: (page: Page, shoot: Shoot) => Promise<void>) =>
      withPage(browser, baseURL, only, use);
    await with_(async (page, shoot) => {
      await signIn(page, DEMO_ACCOUNT);
      for (const picture of [pictureHistory, pictureOverview, pictureRules].concat([
        pictureImport,
        pictureAlerts,
        pictureRecord,
      ]))
        await picture(page, shoot).catch(note);
    });
    await with_((page, shoot) => pictureBeginning(page, shoot, baseURL).catch(note));
  });
  if (faults.length > 0) throw new AggregateError(faults, 'some pictures could not be taken');
}

async function withPage(
  browser: Browser,
  baseURL: string,
  only: ReadonlySet<string>,
  use: (page: Page, shoot: Shoot) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: FRAME,
    deviceScaleFactor: DENSITY,
    baseURL,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  try {
    // A browser without a window refuses notices before anybody is asked.
    await context.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
    );
    const page = await context.newPage();
    await use(page, shooter(page, only, 'site'));
  } finally {
    await context.close();
  }
}

async function pictureHistory(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard?tab=history');
  const story = page.locator('a[data-story][href*="/decisions/"]').first();
  await story.waitFor();
  await shoot('sync-history', page.getByRole('button', { name: 'Sync MT5 History' }));
  await shoot('paper-results', page.getByText('Closed trades', { exact: true }));
  await page.goto((await story.getAttribute('href')) ?? '');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await shoot('read-decision', page.getByRole('heading', { level: 1 }));
  await page.goto('/dashboard?tab=history&view=journal');
  await shoot('journal', page.getByRole('heading', { name: /week/i }));
}

async function pictureOverview(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard');
  const checklist = page.getByRole('heading', { name: /setup checklist/i });
  await page.keyboard.press('End');
  await checklist.waitFor();
  await shoot('setup-checklist', checklist);
  await shoot('token-bar', page.getByRole('heading', { name: 'Current plan' }));
}

async function pictureRules(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard#limits');
  await page
    .getByRole('button', { name: /^Change rules of account/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  const programme = dialog.getByRole('radio', { name: /^FTMO/ }).first();
  await programme.check();
  await shoot('rules-choose');
  await dialog.getByText('Rules change: check with your firm.').waitFor();
  await shoot('rules-try', dialog.getByText('Your past trades under these rules'));
  await dialog.getByRole('button', { name: 'Use these rules' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const limits = page.getByRole('article', { name: /^Limits of account/ }).first();
  await limits.getByText('Changes of the rules').click();
  await limits.getByText(/→ FTMO/).waitFor();
  await shoot('rules-use', limits);
}

async function pictureImport(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard?tab=history');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const positions = ['100.00', '-40.00', '62.50'].map((profit, index) => ({
    ticket: `${7_001 + index}`,
    profit,
  }));
  await dialog
    .getByLabel(/Choose a report/)
    .setInputFiles(reportFile('ReportHistory.html', positions));
  await dialog.getByRole('button', { name: 'Import 3 trades' }).waitFor();
  await shoot('import-trades');
  await dialog.getByRole('button', { name: 'Import 3 trades' }).click();
  await dialog.getByText('3 trades imported.').waitFor();
  await dialog.getByRole('button', { name: 'Import another report' }).click();
  await dialog.getByRole('button', { name: /^Remove the trades of/ }).waitFor();
  await shoot('import-undo', dialog.getByText('Your imports').last());
}

async function pictureAlerts(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard/security#notifications');
  const section = page.getByRole('region', { name: 'Notifications' });
  await section.getByText('Limits by mail').waitFor();
  await shoot('alerts-mail', section);
  await shoot('alerts-browser', section.getByText('In browsers', { exact: true }));
}

async function pictureRecord(page: Page, shoot: Shoot): Promise<void> {
  await page.goto('/dashboard?tab=history&view=decisions');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Entries of all traders').waitFor();
  await shoot('verify-download');
  await shoot('verify-check', dialog.getByRole('button', { name: 'Download the record' }));
  await dialog.getByRole('button', { name: 'Download the record' }).click();
  await dialog.getByText(/is in your downloads/).waitFor();
  await shoot('verify-keep', dialog.getByText(/is in your downloads/));
}

/** From the sign-up to the first trade of an account that the service trades. */
async function pictureBeginning(page: Page, shoot: Shoot, serviceUrl: string): Promise<void> {
  const person = newPerson('mira');
  await page.goto('/pricing');
  await shoot('choose-plan', page.getByRole('heading', { name: 'Free', exact: true }));
  await page.goto('/signup');
  const main = page.getByRole('main');
  await main.getByLabel('Username').fill(person.username);
  await main.getByLabel(/email/i).first().fill(person.email);
  await main.getByLabel('Password', { exact: true }).fill(person.password);
  await main.getByLabel(/confirm/i).fill(person.password);
  await main.getByRole('checkbox').check();
  await shoot('create-account', page.getByRole('heading', { level: 1 }));
  // The page leads on by itself, to one whose code waits here until the picture is taken.
  const { promise: taken, resolve: leadOn } = Promise.withResolvers<void>();
  await page.route('**/assets/login-*.js', async (route) => {
    await taken;
    await route.continue();
  });
  await main.getByRole('button', { name: 'Create Account' }).click();
  const link = linkIn(await newestMail(serviceUrl, person.email), '/verify-email');
  await shoot('verify-email', page.getByRole('heading').first());
  leadOn();
  await page.goto(link);
  await page.waitForURL(/\/login/);
  await signIn(page, person);
  const start = page.getByRole('button', { name: 'Start paper trading' }).first();
  await start.waitFor();
  await shoot('paper-start');
  await start.click();
  const card = page.getByRole('region', { name: 'Paper trading' });
  await card
    .locator('dl > div, div')
    .filter({ hasText: /^Closed trades\s*[1-9]/ })
    .first()
    .waitFor({ timeout: FIRST_TRADE_MS });
  await page.waitForTimeout(20_000);
  await page.evaluate('scrollTo(0, 0)');
  await shoot('paper-first-trade');
  await card.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('paper-settings');
}
