import type { Page } from '@playwright/test';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { expectVisibleFocus, tabTo } from './support/keyboard.ts';
import { madeUpTrades, sendTrades, tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';
import { windowsClosed } from './support/windows.ts';

const WIDTHS = [360, 768, 1440] as const;

async function openJournal(page: Page, serviceUrl: string, search = ''): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const person = await signedUp(serviceUrl);
  const trades = madeUpTrades(60, new Date('2026-03-06T15:00:00Z')).map((trade, at) => ({
    ...trade,
    exit_reason: at % 3 === 0 ? ('target' as const) : null,
    best_excursion: at % 4 === 0 ? null : 55.5,
    worst_excursion: at % 4 === 0 ? null : -20.25,
  }));
  await sendTrades(serviceUrl, await tokenOf(serviceUrl, person), trades);
  await signIn(page, person);
  await page.goto(`/dashboard?tab=history${search}`);
  await expect(page.locator('[data-story]').first()).toBeVisible();
}

const focusedStory = (page: Page) => page.locator('[data-story]:focus');

test('with the keyboard alone: filter, walk, open a story, and search everything', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await openJournal(page, service.url);
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));

  await page.keyboard.press('/');
  const text = page.getByRole('searchbox');
  await expect(text).toBeFocused();
  await page.keyboard.type('gbp');
  await expect(page).toHaveURL(/text=gbp/);
  await expect(page.getByRole('cell', { name: 'EURUSD' })).toHaveCount(0);
  const rows = await page.locator('[data-story]').count();
  await expect(page.getByRole('region', { name: /^Totals/ })).toContainText(`Closed trades${rows}`);
  await page.keyboard.press('Escape');
  for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
  await expect(page.locator('[data-story]').nth(1)).toBeFocused();
  await expect(focusedStory(page)).toBeInViewport();
  await expectVisibleFocus(page);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await expectNoFaults(page, 'the keys', { widths: [1440], within: 'dialog' });
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);

  const href = await page.locator('[data-story]').first().getAttribute('href');
  expect(href).toMatch(/^\/dashboard\/trades\/[0-9a-f-]{36}\/\d+\?text=gbp$/);
  await page.locator('[data-story]').first().focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => visited.some((url) => url.endsWith(href ?? '–'))).toBe(true);

  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Overview' }).focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search pages/ });
  await expect(field).toBeFocused();
  await page.keyboard.type('usdcad');
  await expect(page.getByRole('group', { name: 'Trades' }).getByRole('option')).toHaveCount(6);
  await expectNoFaults(page, 'the search', { widths: WIDTHS, within: 'dialog' });
  await field.fill('statis');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=statistics/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('columns are chosen with the keyboard, stay over a reload, and fit every width', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 1_440, height: 900 });
  await openJournal(page, service.url, '&sort=r&order=asc&per_page=100');
  await tabTo(page, page.getByRole('button', { name: 'Columns' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expectNoFaults(page, 'the choice of columns', { widths: [1440], within: 'dialog' });
  for (const name of ['Duration', 'R', 'Exit reason', 'Best excursion', 'Worst excursion']) {
    await dialog.getByRole('checkbox', { name, exact: true }).focus();
    await page.keyboard.press('Space');
  }
  await page.keyboard.press('Escape');
  await windowsClosed(page);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'R', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  const results = await page.locator('td:nth-child(10)').allInnerTexts();
  expect(results.slice(-6)).toEqual(Array(6).fill('–'));
  await page.evaluate(() => scrollTo(0, 0));
  await expectNoFaults(page, 'the journal', { widths: WIDTHS, within: 'main' });
});
