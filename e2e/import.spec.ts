import type { Page } from '@playwright/test';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { reportFile } from './support/reports.ts';
import { expect, test } from './support/test.ts';

/** Most of them look at several states in two sizes and themes. */
const WIDTHS = [360, 1440] as const;

const dialogOf = (page: Page) => page.getByRole('dialog');

async function openImport(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=history');
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(dialogOf(page)).toBeVisible();
}

async function choose(page: Page, file: ReturnType<typeof reportFile>): Promise<void> {
  await dialogOf(page)
    .getByLabel(/Choose a report/)
    .setInputFiles(file);
}

/** What the statistics say, by the names of the metrics. */
async function statistics(page: Page): Promise<Record<string, string>> {
  await page.goto('/dashboard?tab=statistics');
  const figure = (name: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(name, { exact: true }) })
      .first()
      .locator('dd')
      .first()
      .innerText();
  const found: Record<string, string> = {};
  for (const name of ['Total trades', 'Win rate', 'Net profit', 'Profit factor', 'Largest loss'])
    found[name] = await figure(name);
  return found;
}

test('a report changes the statistics, its file twice changes nothing, and taking it back leaves them as before', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await openImport(page);
  const first = [
    { ticket: '1', profit: '100.00' },
    { ticket: '2', profit: '-40.00' },
  ];
  await choose(page, reportFile('First.html', first));
  await dialogOf(page).getByRole('button', { name: 'Import 2 trades' }).click();
  await expect(dialogOf(page).getByText('2 trades imported.')).toBeVisible();
  const before = await statistics(page);
  // Each cost 4.70 in commission and swap.
  expect(before).toMatchObject({ 'Total trades': '2', 'Net profit': '+$50.60' });

  const more = [...first, { ticket: '3', profit: '-500.00' }];
  await openImport(page);
  await choose(page, reportFile('Second.html', more));
  await expect(dialogOf(page).getByText('3, 1 new and 2 here already')).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Import 1 new trade' }).click();
  await expect(
    dialogOf(page).getByText('1 trade imported. 2 trades stood here already, unchanged.'),
  ).toBeVisible();
  const after = await statistics(page);
  expect(after).toMatchObject({ 'Total trades': '3', 'Largest loss': '-$504.70' });

  await openImport(page);
  await choose(page, reportFile('Second again.html', more));
  await expect(
    dialogOf(page).getByText(/Every trade of this report is here already/),
  ).toBeVisible();
  await dialogOf(page).getByRole('button', { name: 'Choose another file' }).click();
  await dialogOf(page).getByRole('button', { name: 'Remove the trades of Second.html' }).click();
  await dialogOf(page).getByRole('button', { name: 'Remove these trades' }).click();
  await expect(dialogOf(page).getByText('1 trade removed.')).toBeVisible();
  await expect(dialogOf(page).getByText(/^Removed /)).toBeVisible();
  expect(await statistics(page)).toEqual(before);
});

test('every step of an import is free of faults and complete by keyboard, and the focus comes back', async ({
  page,
  service,
  allowConsole,
}) => {
  // A report that is refused.
  allowConsole(/status of 400/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await openImport(page);
  const look = (state: string) => expectNoFaults(page, state, { widths: WIDTHS, within: 'dialog' });
  const dialog = dialogOf(page);
  await look('a report is chosen');
  await choose(page, {
    name: 'x.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7'),
  });
  await expect(dialog.getByRole('alert')).toContainText('This is a PDF.');
  await look('a report that is none');
  const faulty = [{ ticket: '11' }, { ticket: '12', opened: '2025.02.30 10:00:00' }];
  await choose(page, reportFile('Faulty.html', faulty));
  await expect(dialog.getByText('1 row cannot be read and is left out')).toBeVisible();
  await look('a report is looked at');
  await dialog.getByRole('button', { name: 'Import 1 trade' }).press('Enter');
  await expect(dialog.getByText('1 trade imported. 1 row left out.')).toBeVisible();
  await expect(dialog.locator(':focus')).toContainText('1 trade imported.');
  await look('a report is stored');
  await dialog.getByRole('button', { name: 'Remove these trades' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Keep them' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Remove these trades' })).toBeFocused();
  await look('an import is about to be taken back');
  await dialog.getByRole('button', { name: 'Remove these trades' }).press('Enter');
  await expect(dialog.locator(':focus')).toContainText('1 trade removed.');
  await look('an import is taken back');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused();
});

test('a history that was seen as another account is a record of its own', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await openImport(page);
  await choose(page, reportFile('Demo.html', [{ ticket: '1' }]));
  await dialogOf(page).getByRole('button', { name: 'Import 1 trade' }).click();
  await dialogOf(page).getByRole('button', { name: 'Import another report' }).click();
  const real = reportFile('Real.html', [{ ticket: '1' }], '70011 (EUR, Journey-Live, real, Hedge)');
  await choose(page, real);
  await expect(dialogOf(page).getByText('70011 · Journey-Live · EUR, new here')).toBeVisible();
  await expect(dialogOf(page).getByLabel('Account type')).toHaveValue('real');
  await dialogOf(page).getByRole('button', { name: 'Import 1 trade' }).click();
  await expect(dialogOf(page).getByText('1 trade imported.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByLabel('Account', { exact: true }).selectOption('Real');
  await expect(page.getByRole('row')).toHaveCount(2);
});
