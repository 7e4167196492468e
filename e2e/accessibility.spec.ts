import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults, faultsOf } from './support/axe.ts';
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

test('the replay of a decision has no accessibility fault at any step, in either theme', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 900 });
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Watch Demo' }).click();
    const dialog = page.getByRole('dialog');
    for (const step of ['Snapshot', 'Votes', 'Verdict', 'Order', 'Outcome']) {
      await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(step);
      expect(await faultsOf(page, 'dialog'), `${step}, ${theme}`).toEqual([]);
      const sideways = 'document.querySelector("dialog").scrollWidth - innerWidth';
      expect(await page.evaluate<number>(sideways), `sideways scrolling at ${step}`).toBeLessThan(
        0,
      );
      await page.keyboard.press('ArrowRight');
    }
  }
});
