import { signedUp, signIn } from './support/account.ts';
import { expect, test } from './support/test.ts';

// @spec 2.10
test('a visitor who opens the dashboard is taken to sign-in', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
});

// @spec 2.11
test('an address that does not exist leads home', async ({ page }) => {
  await page.goto('/there-is-no-such-page');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('link', { name: 'Start for Free' }).first()).toBeVisible();
});

// @spec 2.8
test('whoever is signed in is taken from the sign-in pages to the dashboard', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  for (const path of ['/login', '/signup', '/forgot-password', '/reset-password?token=x']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/dashboard$/);
  }
});

// @spec 2.13
test('signing out ends the session here and at the service', async ({ page, service }) => {
  await signIn(page, await signedUp(service.url));
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  const left = await page.evaluate(() => [
    localStorage.getItem('authToken'),
    localStorage.getItem('user'),
  ]);
  expect(left).toEqual([null, null]);
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${service.url}/api/user/dashboard`, { headers })).status;
    })
    .toBe(401);
});

// @spec 4.7
test('a session that ended at the service leads to sign-in', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)/);
  await signIn(page, await signedUp(service.url));
  await page.evaluate(() => localStorage.setItem('authToken', 'no-longer-valid'));
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});
