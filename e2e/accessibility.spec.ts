import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

// Half-way through a fade every text has too little contrast.
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

for (const path of [...PUBLIC_PAGES, '/login', '/signup']) {
  test(`no accessibility fault at any width, in either theme, on ${path}`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoFaults(page, path);
  });
}

test('no accessibility fault at any width, in either theme, on the dashboard', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  for (const tab of ['Overview', 'Statistics', 'Trade History']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectNoFaults(page, tab);
  }
});
