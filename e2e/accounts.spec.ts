import { signedUp, signIn } from './support/account.ts';
import { expect, test } from './support/test.ts';

test('signing out in one tab signs the others out', async ({ page, context, service }) => {
  await signIn(page, await signedUp(service.url));
  const second = await context.newPage();
  await second.goto('/dashboard/security');
  await expect(second.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(second).toHaveURL(/\/login$/);
});

test('another user who signs in in a second tab is the user of the first one, too, and sees nothing of theirs', async ({
  page,
  context,
  service,
}) => {
  const first = await signedUp(service.url);
  const second = await signedUp(service.url);
  await signIn(page, first);
  await page.goto('/dashboard/security');
  await expect(page.getByText(first.email, { exact: true })).toBeVisible();
  const tab = await context.newPage();
  await tab.goto('/dashboard');
  await tab.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await signIn(tab, second);
  // The first tab was led to sign-in, and from there on by the new session.
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('main').getByText(second.username, { exact: true })).toBeVisible();
  await page.goto('/dashboard/security');
  await expect(page.getByText(second.email, { exact: true })).toBeVisible();
  await expect(page.getByText(first.email)).toHaveCount(0);
});

test('after signing out the back button shows nothing of the account', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  await page.goto('/dashboard/security');
  await expect(page.getByText(person.email, { exact: true })).toBeVisible();
  await page.goto('/about');
  await page.goBack();
  await expect(page.getByText(person.email, { exact: true })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText(person.email)).toHaveCount(0);
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  expect(stored).not.toContain(person.email);
});

test('a stored session that cannot be read is cleared silently', async ({ page }) => {
  await page.goto('/about');
  await page.evaluate(() => {
    localStorage.setItem('authToken', 'x');
    localStorage.setItem('user', '{"id":');
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
});

// @spec 2.55
test('Google and GitHub do nothing where nobody has set them up', async ({ page }) => {
  await page.goto('/login');
  for (const name of ['Google', 'GitHub']) {
    await expect(page.getByRole('button', { name })).toBeDisabled();
  }
  await page.goto('/login/callback?code=c&state=s');
  await expect(page.getByText('This sign-in was not started in this tab')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Sign In' }).click();
  await expect(page).toHaveURL(/\/login$/);
});
