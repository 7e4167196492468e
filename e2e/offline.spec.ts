import type { BrowserContext, Page, Route } from '@playwright/test';
import { listHostedAccounts } from '@quorate/contract/hosted-accounts';
import { getNotifications } from '@quorate/contract/notifications';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { metric } from './support/dashboard.ts';
import { englishOn } from './support/english.ts';
import { madeUpTrades, sendTrades, tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

// The site's worker takes part, as in a browser of a trader.
const PHONE = { width: 360, height: 740 };
test.use({ serviceWorkers: 'allow', viewport: PHONE });

const WIDTHS = [360, 1440] as const;
// Chromium also complains of files that a worker answered after the page had sent for them early.
const NETWORK_NOISE =
  /link preload|A preload for|Failed to load resource|net::ERR|Signing out at the service failed/;

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const old = (page: Page) => page.getByRole('status').filter({ hasText: 'Showing what was read' });

const trades = (page: Page) =>
  page.getByRole('list', { name: /^Trade history/ }).getByRole('listitem');

/** Until the worker holds the site's files and the dashboard's page. */
async function heldHere(page: Page, basePath = ''): Promise<void> {
  await expect(async () => {
    const held = await page.evaluate(async (base) => {
      const registration = await navigator.serviceWorker.getRegistration('/');
      const pages = [`/held${base}/dashboard`, `/held${base}/dashboard/decisions`];
      const found = await Promise.all(pages.map((key) => caches.match(location.origin + key)));
      return Boolean(registration?.active) && found.every(Boolean);
    }, basePath);
    expect(held).toBe(true);
  }).toPass({ timeout: 60_000 });
}

/** What this browser keeps of answers. */
function keptAnswers(page: Page): Promise<unknown[]> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name);
    if (!names.includes('kept-answers')) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('kept-answers');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      if (!database.objectStoreNames.contains('answers')) return resolve([]);
      const request = database.transaction('answers').objectStore('answers').getAll();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return rows;
  });
}

/** Somebody with a record, who has looked at overview, statistics and history once. */
async function visit(page: Page, serviceUrl: string) {
  const person = await signedUp(serviceUrl);
  const token = await tokenOf(serviceUrl, person);
  await sendTrades(serviceUrl, token, madeUpTrades(30, new Date()));
  await signIn(page, person, { serviceUrl });
  await expect(page.getByText('Free', { exact: true }).first()).toBeVisible();
  await tab(page, 'Statistics').click();
  await expect(metric(page, 'Net profit')).toBeVisible();
  const net = await metric(page, 'Net profit').innerText();
  await tab(page, 'Trade History').click();
  const row = await trades(page).first().innerText();
  await heldHere(page);
  await expect.poll(async () => (await keptAnswers(page)).length).toBeGreaterThan(3);
  await tab(page, 'Overview').click();
  return { person, token, net, row };
}

test('after one visit overview, statistics and history open without a network, with their age', async ({
  page,
  context,
  service,
  allowConsole,
}) => {
  allowConsole(NETWORK_NOISE);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { net, row } = await visit(page, service.url);
  await context.setOffline(true);
  await expect(old(page)).toContainText('Offline. Showing what was read');

  await page.clock.setFixedTime(Date.now() + 14 * 60_000 + 5_000);
  await page.goto('/dashboard');
  await expect(old(page)).toContainText(/^.*Offline\. Showing what was read 1[4-7] minutes ago\./);
  await expect(page.getByText('Free', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectNoFaults(page, 'the overview without a network', { widths: WIDTHS, within: 'main' });
  await tab(page, 'Statistics').click();
  await expect(metric(page, 'Net profit')).toHaveText(net);
  await expect(old(page)).toContainText(/1[4-7] minutes ago/);
  // A section that was never opened says so, and what to do.
  await page.getByRole('link', { name: 'Simulation', exact: true }).click();
  await expect(page.getByText('Offline. Failed to load the simulation')).toBeVisible();
  await expect(
    page.getByText('no copy of it on this device').filter({ visible: true }).first(),
  ).toBeVisible();
  await page.setViewportSize(PHONE);
  await tab(page, 'Trade History').click();
  await expect(trades(page).first()).toHaveText(row, { useInnerText: true });
  await expectNoFaults(page, 'the history without a network', { widths: WIDTHS, within: 'main' });

  // Any other page leads to the one that is there.
  await page.goto('/pricing');
  await expect(page).toHaveURL(/\/dashboard$/);

  await context.setOffline(false);
  await expect(old(page)).toHaveCount(0);
});

test('in Spanish, too, the dashboard opens without a network and says how old it is', async ({
  page,
  context,
  service,
  allowConsole,
}) => {
  allowConsole(NETWORK_NOISE);
  const person = await signedUp(service.url);
  await sendTrades(service.url, await tokenOf(service.url, person), madeUpTrades(30, new Date()));
  await page.goto('/es/login');
  await page.getByLabel(/^Usuario o correo/).fill(person.username);
  await page.getByLabel(/^Contraseña/).fill(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/es/dashboard');
  await expect(page.getByText('Free', { exact: true }).first()).toBeVisible();
  const rows = page.getByRole('list', { name: /^Historial de operaciones/ }).getByRole('listitem');
  await tab(page, 'Estadísticas').click();
  await expect(metric(page, 'Beneficio neto')).toBeVisible();
  const net = await metric(page, 'Beneficio neto').innerText();
  await tab(page, 'Historial de operaciones').click();
  const row = await rows.first().innerText();
  await heldHere(page, '/es');
  await expect.poll(async () => (await keptAnswers(page)).length).toBeGreaterThan(3);

  await context.setOffline(true);
  await page.clock.setFixedTime(Date.now() + 14 * 60_000 + 5_000);
  await page.goto('/es/dashboard');
  const age = page.getByRole('status').filter({ hasText: /hace 1[4-7] minutos/ });
  await expect(age).toContainText('Sin conexión. Ves lo que se leyó');
  await tab(page, 'Estadísticas').click();
  await expect(metric(page, 'Beneficio neto')).toHaveText(net);
  await tab(page, 'Historial de operaciones').click();
  await expect(rows.first()).toHaveText(row, { useInnerText: true });
  expect(await englishOn(page)).toEqual([]);
  await page.goto('/es/pricing');
  await expect(page).toHaveURL(/\/es\/dashboard$/);
});

test('a service that does not answer is told from a device without a network', async ({
  page,
  context,
  service,
  allowConsole,
}) => {
  allowConsole(NETWORK_NOISE);
  const { net } = await visit(page, service.url);
  await context.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.goto('/dashboard?tab=statistics');
  await expect(metric(page, 'Net profit')).toHaveText(net);
  await expect(old(page)).toContainText('The service cannot be reached. Showing what was read');
  await context.unroute('**/api/**');
  await old(page).getByRole('button', { name: 'Try again' }).click();
  await expect(old(page)).toHaveCount(0);
});

test('signing out deletes what was kept, and another user finds nothing of it', async ({
  page,
  context,
  service,
  allowConsole,
}) => {
  allowConsole(NETWORK_NOISE);
  const { net } = await visit(page, service.url);
  const other = await signedUp(service.url);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  await expect.poll(() => keptAnswers(page)).toEqual([]);

  await signIn(page, other);
  await expect(page.getByText('Free', { exact: true }).first()).toBeVisible();
  await context.setOffline(true);
  await page.goto('/dashboard?tab=statistics');
  await expect(page.getByText('Offline. Failed to load trading statistics')).toBeVisible();
  await expect(page.getByText(net, { exact: true })).toHaveCount(0);
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '').id);
  const owners = (await keptAnswers(page)).map((kept) => (kept as { userId: string }).userId);
  expect(owners.every((owner) => owner === id)).toBe(true);
});

test('nobody who is signed out sees a figure without a network', async ({
  page,
  context,
  service,
  allowConsole,
}) => {
  allowConsole(NETWORK_NOISE);
  const { net } = await visit(page, service.url);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/login');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText(net, { exact: true })).toHaveCount(0);
  expect(await keptAnswers(page)).toEqual([]);
});

test.describe('a network that breaks after the service has had a call', () => {
  /** The service gets the next such call and does it; the page never hears of it. */
  async function breakOnce(context: BrowserContext, method: string, path: RegExp) {
    const sent: string[] = [];
    let broken = false;
    await context.route(path, async (route: Route) => {
      const request = route.request();
      if (request.method() !== method) return route.fallback();
      sent.push(request.postData() ?? '');
      if (broken) return route.fallback();
      broken = true;
      await route.fetch();
      await route.abort('connectionreset');
    });
    return sent;
  }

  async function asked<T>(url: string, token: string): Promise<T> {
    const reply = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
    return (await reply.json()) as T;
  }

  test('opens one paper account and pauses it once', async ({
    page,
    context,
    service,
    allowConsole,
  }) => {
    allowConsole(NETWORK_NOISE);
    const person = await signedUp(service.url);
    const token = await tokenOf(service.url, person);
    const accounts = async () =>
      (
        await asked<{ accounts: { settings: { name: string; risk_percent: number } }[] }>(
          `${service.url}${listHostedAccounts.path}?per_page=50`,
          token,
        )
      ).accounts;
    await signIn(page, person);

    const created = await breakOnce(context, 'POST', /\/api\/user\/hosted-accounts$/);
    await page.getByRole('button', { name: 'Start paper trading' }).click();
    const card = page.getByRole('region', { name: 'Paper trading' });
    await expect(card.getByText('Practice', { exact: true }).first()).toBeVisible();
    expect(await accounts()).toHaveLength(1);
    expect(created).toHaveLength(1);
    await context.unrouteAll();

    const commands = await breakOnce(context, 'POST', /\/api\/user\/bots\/[^/]+\/commands$/);
    await card.getByRole('button', { name: /^Pause, / }).click();
    // The account obeys all the same, and the page shows it and complains no more.
    await expect(card.getByRole('button', { name: /^Resume, / })).toBeVisible();
    await expect(card.getByRole('alert')).toHaveCount(0);
    const ids = commands.map((body) => JSON.parse(body).command_id);
    expect(ids).toHaveLength(1);
    await context.unrouteAll();
  });

  test('sends one contact message when the visitor presses the button again', async ({
    page,
    context,
    allowConsole,
  }) => {
    allowConsole(NETWORK_NOISE);
    await page.goto('/contact');
    for (const [name, text] of [
      ['Name', 'Amina'],
      ['Email', 'amina@example.com'],
      ['Subject', 'From a tunnel'],
      ['Message', 'Does it trade on weekends?'],
    ] as const)
      await page.getByRole('textbox', { name, exact: true }).fill(text);
    const send = page.getByRole('button', { name: 'Send Message' });
    // The code that sends is not there yet, and is not given up.
    await context.setOffline(true);
    await send.click();
    await expect(page.getByText('Failed to send message')).toBeVisible();
    await context.setOffline(false);
    const sent = await breakOnce(context, 'POST', /\/api\/contact$/);
    await send.click();
    await expect.poll(() => sent.length).toBe(1);
    await expect(page.getByText('Failed to send message')).toBeVisible();
    await send.click();
    await expect(page.getByText('Your message has been sent successfully')).toBeVisible();
    const ids = sent.map((body) => JSON.parse(body).message_id);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('saves a note once, and says so of a setting that it cannot know of', async ({
    page,
    context,
    service,
    allowConsole,
  }) => {
    allowConsole(NETWORK_NOISE);
    const person = await signedUp(service.url);
    const token = await tokenOf(service.url, person);
    await signIn(page, person);
    await page.goto('/dashboard?tab=history&view=journal');
    await page.getByRole('button', { name: 'Write about today' }).click();
    const today = page.getByRole('region', { name: /^Today/ });
    await expect(today.getByLabel('Note', { exact: true })).toBeVisible();
    await breakOnce(context, 'POST', /\/api\/user\/journal\/days\//);
    await today.getByLabel('Note', { exact: true }).fill('Written in a tunnel.');
    await today.getByLabel('Note', { exact: true }).blur();
    await expect(today.getByText(/^Not saved:/)).toBeVisible();
    await today.getByRole('button', { name: 'Try again' }).click();
    await expect(today.getByText('Saved', { exact: true })).toBeVisible({ timeout: 60_000 });
    await page.reload();
    await expect(page.getByText('Written in a tunnel.')).toHaveCount(1);
    await context.unrouteAll();

    await page.goto('/dashboard/security#notifications');
    const section = page.getByRole('region', { name: 'Notifications' });
    await breakOnce(context, 'PATCH', /\/api\/user\/notifications$/);
    await section.getByRole('button', { name: 'Turn off: mails', exact: true }).click();
    await expect(section.getByText('Failed to save your choice')).toBeVisible();
    const { settings } = await asked<{ settings: Record<string, unknown> }>(
      `${service.url}${getNotifications.path}`,
      token,
    );
    expect(settings.silent_bot_mail).toBe(false);
    await page.reload();
    await expect(
      section.getByRole('button', { name: 'Turn on: mails', exact: true }),
    ).toBeVisible();
  });
});

test('Back closes a window or the menu, and leaves the page only after that', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await tab(page, 'Trade History').click();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  // What Back needs for it comes in a file of its own, a moment after the menu.
  await page.waitForFunction(() => 'layer' in window.history.state);
  await page.goBack();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
  await expect(page).toHaveURL(/tab=history/);

  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Guide' }).click();
  const guide = page.getByRole('heading', { level: 1, name: 'Setup guide' });
  await expect(guide).toBeVisible();
  // The menu's own entry has the history's address: only the page tells that the step is over.
  await page.goBack();
  await expect(tab(page, 'Trade History')).toBeVisible();
  await expect(page).toHaveURL(/tab=history/);
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
  await page.goForward();
  await expect(guide).toBeVisible();
  await page.goBack();
  await expect(tab(page, 'Trade History')).toBeVisible();
  await expect(page).toHaveURL(/tab=history/);

  await page.getByRole('button', { name: /^Search/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/tab=history/);
  await page.getByRole('button', { name: /^Search/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});
