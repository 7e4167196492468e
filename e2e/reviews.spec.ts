import { signedUp, signIn } from './support/account.ts';
import { expect, test } from './support/test.ts';

test('a review written by one person is read by a visitor', async ({ page, browser, service }) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  await page.goto('/');
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await page.getByRole('radio', { name: /^4/ }).check({ force: true });
  await page.getByLabel('Comment').fill('It says no more often than yes, and it says why.');
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByLabel('Comment')).toBeHidden();

  const visitor = await browser.newContext({ baseURL: service.url });
  const home = await visitor.newPage();
  await home.goto('/');
  const review = home.getByRole('listitem').filter({ hasText: person.username });
  await expect(review).toContainText('It says no more often than yes, and it says why.');
  await expect(home.getByRole('button', { name: 'Write a Review' })).toHaveCount(0);
  await visitor.close();
});

test('a comment of nine characters is refused in words, one of ten is taken', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await page.goto('/');
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await page.getByLabel('Comment').fill('123456789');
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByText('The comment needs at least 10 characters')).toBeVisible();
  await page.getByLabel('Comment').fill('1234567890');
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByLabel('Comment')).toBeHidden();
});
