import { newPerson } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { countClicks } from './support/clicks.ts';
import { expectFirstView } from './support/first-view.ts';
import { linkIn, newestMail } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

const SIZES = [
  { name: 'a phone', width: 360, height: 740 },
  { name: 'a desk', width: 1440, height: 900 },
];
const THREE_MINUTES = 180_000;

for (const { name, ...viewport } of SIZES) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('from the sign-up to the first closed paper trade in at most eight clicks and three minutes', async ({
      page,
      service,
    }) => {
      const person = newPerson('practice');
      const clicks = await countClicks(page);
      const startedAt = Date.now();
      await page.goto('/signup');
      const main = page.getByRole('main');
      await main.getByLabel('Username').click();
      await page.keyboard.type(person.username);
      await page.keyboard.press('Tab');
      await page.keyboard.type(person.email);
      await main.getByLabel('Password', { exact: true }).fill(person.password);
      await main.getByLabel(/confirm/i).fill(person.password);
      await main.getByRole('checkbox').click();
      await main.getByRole('button', { name: 'Create Account' }).click();
      const link = linkIn(await newestMail(service.url, person.email), '/verify-email');
      await page.goto(link);
      await page.waitForURL(/\/login/);
      await main.getByLabel(/username or email/i).fill(person.username);
      await main.getByLabel(/^password/i).fill(person.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard');
      await page.getByRole('button', { name: 'Start paper trading' }).click();
      const card = page.getByRole('region', { name: 'Paper trading' });
      await expect(card.getByText('Practice', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('link', { name: /decisions|trades/i }).first()).toBeVisible();
      // A first closed trade is on the overview.
      await expect(async () => {
        const closed = await card
          .getByText(/Closed trades/i)
          .locator('..')
          .innerText();
        expect(Number(/\d+/.exec(closed)?.[0] ?? 0)).toBeGreaterThan(0);
      }).toPass({ timeout: THREE_MINUTES - (Date.now() - startedAt) });
      expect(Date.now() - startedAt).toBeLessThan(THREE_MINUTES);
      expect(clicks()).toBeLessThanOrEqual(8);
      await expectFirstView(page);
      await expect(page.locator('body')).not.toContainText(/npm |command line|terminal window/i);
      await expectNoFaults(page, 'the overview of a new account');
    });
  });
}
