import type { Locator, Page } from '@playwright/test';

/** A figure of the dashboard by its name, such as 'Net profit'. */
export function metric(page: Page, name: string): Locator {
  const term = page.getByRole('term').filter({ hasText: new RegExp(`^${RegExp.escape(name)}$`) });
  return term.locator('xpath=following-sibling::dd[1]');
}

/** Money as it is shown, in whole cents, so that nothing is lost in adding. */
export function centsOf(shown: string): number {
  const text = shown.replaceAll('\u2212', '-').replaceAll(/[^\d.+-]/g, '');
  const match = /^([+-]?)(\d+)\.(\d{2})$/.exec(text);
  if (!match) throw new Error(`'${shown}' is no amount with two decimals`);
  const cents = Number(match[2]) * 100 + Number(match[3]);
  return match[1] === '-' ? -cents : cents;
}

/** The trades of the open page of the history. */
export async function readHistory(page: Page): Promise<{ cells: string[]; cents: number }[]> {
  const rows = page.getByRole('table').getByRole('row');
  const headers = await rows.first().getByRole('columnheader').allInnerTexts();
  const profitAt = headers.findIndex((header) => /P&L/i.test(header));
  const trades: { cells: string[]; cents: number }[] = [];
  for (const row of (await rows.all()).slice(1)) {
    const cells = await row.getByRole('cell').allInnerTexts();
    trades.push({ cells, cents: centsOf(cells[profitAt] ?? '') });
  }
  return trades;
}
