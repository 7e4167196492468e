import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { madeUpTrades, sendTrades, tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

test('a trader sees where each trade comes from, and which trades a figure counts', async ({
  page,
  baseURL,
}) => {
  if (!baseURL) throw new Error('no service runs');
  const person = await signedUp(baseURL);
  const monday = new Date('2026-03-02T18:00:00.000Z');
  const trades = madeUpTrades(10, monday).map((trade, at) =>
    // On a Saturday nobody trades gold.
    at === 0
      ? {
          ...trade,
          symbol: 'XAUUSD',
          opened_at: '2026-02-28T12:00:00.000Z',
          closed_at: '2026-02-28T13:00:00.000Z',
        }
      : trade,
  );
  await sendTrades(baseURL, await tokenOf(baseURL, person), trades);
  await signIn(page, person);

  const said = /^10 trades: 2 real alone, 7 demo alone, 1 contradicted/;
  await page.goto('/dashboard?tab=statistics');
  await expect(page.getByText(said)).toBeVisible();
  await page.goto('/dashboard?tab=history');
  await expect(page.getByText(said)).toBeVisible();
  await expectNoFaults(page, 'trades with their provenance');
  const tip = page.getByRole('tooltip');
  const mark = page.getByRole('button', { name: 'contradicted', exact: true });
  await mark.hover();
  await expect(tip).toContainText('its market was shut');
  await page.mouse.move(0, 0);
  await expect(tip).toHaveCount(0);
  await mark.focus();
  await page.keyboard.press('Enter');
  await expect(tip).toBeInViewport({ ratio: 1 });
  await expectNoFaults(page, 'an explanation');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await mark.click();
  await expect(tip).toBeVisible();
  await expect(page).toHaveURL(/tab=history/);

  // The desk is of one account: here of the real one.
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Where from?' }).click();
  await expect(tip).toContainText('2 · Real account · prices from your terminal only');
  await expect(tip).toBeInViewport({ ratio: 1 });
});
