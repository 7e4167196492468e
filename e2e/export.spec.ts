import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readCsv } from '@quorate/trade-import/read-rows';
import { readXlsx } from '@quorate/trade-import/read-xlsx';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { reportFile } from './support/reports.ts';
import { expect, test } from './support/test.ts';
import { windowsClosed } from './support/windows.ts';

/** It looks at several states in two sizes and themes. */
const WIDTHS = [360, 1440] as const;
const MARCH = 'period=custom&from=2025-03-01&to=2025-03-31';

const at = (day: string) => ({ opened: `${day} 10:00:00`, closed: `${day} 15:00:00` });
const DEMO = [
  { ticket: '1', profit: '10.00', ...at('2025.02.10') },
  { ticket: '2', profit: '20.00', ...at('2025.03.10') },
  { ticket: '3', profit: '-30.00', ...at('2025.03.11') },
];
const REAL = [
  { ticket: '4', profit: '40.00', ...at('2025.03.12') },
  { ticket: '5', profit: '-50.00', ...at('2025.03.13') },
  { ticket: '6', profit: '60.00', ...at('2025.04.01') },
];

async function importBoth(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=history');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  for (const file of [
    reportFile('Demo.html', DEMO),
    reportFile('Real.html', REAL, '70011 (USD, Journey-Live, real, Hedge)'),
  ]) {
    await dialog.getByLabel(/Choose a report/).setInputFiles(file);
    await dialog.getByRole('button', { name: 'Import 3 trades' }).click();
    await expect(dialog.getByText('3 trades imported.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Import another report' }).click();
  }
  await page.keyboard.press('Escape');
  await windowsClosed(page);
}

async function exported(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Download ${format}` })
    .click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Export trades' })).toBeVisible();
}

const ticketsOf = (rows: readonly { cells: readonly string[] }[]) =>
  rows.slice(1).map(({ cells }) => cells[0]);

test('files hold exactly the rows that the filter shows, in its order, and the statement their figures', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await importBoth(page);
  await page.goto(`/dashboard?tab=history&${MARCH}&account=real`);
  await expect(page.getByRole('row')).toHaveCount(3);
  await openExport(page);
  await expectNoFaults(page, 'what may be exported', { widths: WIDTHS, within: 'dialog' });

  const csv = await exported(page, 'CSV');
  expect(csv.name).toBe('quorate-trades-real-2025-03-01-to-2025-03-31.csv');
  const rows = readCsv(csv.bytes.toString('utf8'));
  expect(ticketsOf(rows)).toEqual(['5', '4']);
  const header = rows[0]?.cells ?? [];
  expect(rows[1]?.cells[header.indexOf('net_profit')]).toBe('-54.70');
  await expect(page.getByRole('dialog').getByText(`${csv.name} (`)).toBeVisible();
  const xlsx = await exported(page, 'Excel');
  expect(ticketsOf(await readXlsx(xlsx.bytes))).toEqual(['5', '4']);
  const json = await exported(page, 'JSON');
  const document = JSON.parse(json.bytes.toString('utf8')) as { trades: { net_profit: number }[] };
  expect(document.trades.map((trade) => trade.net_profit)).toEqual([-54.7, 35.3]);
  await expectNoFaults(page, 'what was exported', { widths: WIDTHS, within: 'dialog' });

  await page.getByRole('dialog').getByRole('link', { name: 'Open statement' }).click();
  await expect(page.getByRole('heading', { name: 'Trading statement' })).toBeVisible();
  await expect(page.getByText('2025-03-01 to 2025-03-31')).toBeVisible();
  await expect(page.getByText('-$19.40')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await expectNoFaults(page, 'a statement', { widths: WIDTHS, within: 'main' });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Back to the trade history' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('link', { name: 'Back to the trade history' }).click();
  await expect(page).toHaveURL(new RegExp(`${MARCH}.*account=real|account=real.*${MARCH}`));
});

test('what the filters leave is what the files and the statement hold', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await importBoth(page);
  await page.goto('/dashboard?tab=history&result=loss&sort=duration&order=asc');
  await expect(page.getByRole('row')).toHaveCount(3);
  await openExport(page);
  await expect(page.getByRole('dialog')).toContainText('all time, Loss');
  const csv = await exported(page, 'CSV');
  expect(csv.name).toMatch(/-selected\.csv$/);
  expect(ticketsOf(readCsv(csv.bytes.toString('utf8')))).toEqual(['5', '3']);
  await page.getByRole('dialog').getByRole('link', { name: 'Open statement' }).click();
  await expect(page.getByRole('heading', { name: 'Trading statement' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^Loss$/ })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
});

test('sorting goes along into the file, and closing the window gives the focus back', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await importBoth(page);
  await page.goto('/dashboard?tab=history&sort=profit&order=desc');
  await openExport(page);
  const { bytes } = await exported(page, 'CSV');
  expect(ticketsOf(readCsv(bytes.toString('utf8')))).toEqual(['6', '4', '2', '1', '3', '5']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
});

test('without a network the window says that it did not come, and opens once there is one', async ({
  page,
  context,
  service,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|net::ERR/);
  await signIn(page, await signedUp(service.url));
  await importBoth(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByText('Failed to load the export')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Export trades' })).toBeVisible();
});
