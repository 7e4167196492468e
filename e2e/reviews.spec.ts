import { signedUp, signIn } from './support/account.ts';
import { readOn } from './support/home.ts';
import { serveReviews } from './support/stubs.ts';
import { expect, test } from './support/test.ts';

// @spec 1.13, 2.27, 2.31, 6.6
test('a review written by one person is read by a visitor', async ({ page, browser, service }) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  await page.goto('/');
  await readOn(page);
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await page.getByRole('radio', { name: /^4/ }).check({ force: true });
  await page.getByLabel('Comment').fill('It says no more often than yes, and it says why.');
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByLabel('Comment')).toBeHidden();

  const visitor = await browser.newContext({ baseURL: service.url });
  const home = await visitor.newPage();
  await home.goto('/');
  await readOn(home);
  const review = home.getByRole('listitem').filter({ hasText: person.username });
  await expect(review).toContainText('It says no more often than yes, and it says why.');
  await expect(review.getByRole('img', { name: /^4 / })).toBeVisible();
  await expect(home.getByRole('button', { name: 'Write a Review' })).toHaveCount(0);
  await visitor.close();
});

// @spec 5.1, 5.2
test('a comment of nine characters is refused in words, one of ten is taken', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/reviews')) sent += 1;
  });
  await page.goto('/');
  await readOn(page);
  await page.getByRole('button', { name: 'Write a Review' }).click();
  for (const comment of ['', '123456789', '  123456789  ']) {
    await page.getByLabel('Comment').fill(comment);
    await page.getByRole('button', { name: 'Submit Review' }).click();
    await expect(page.getByText('The comment needs at least 10 characters')).toBeVisible();
    await expect(page.getByLabel('Comment')).toBeFocused();
  }
  expect(sent).toBe(0);
  await page.getByLabel('Comment').fill('1234567890');
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByLabel('Comment')).toBeHidden();
  expect(sent).toBe(1);
});

// @spec 2.32, 2.33, 4.10, 4.11, 5.3
test('the form begins with five stars, and Cancel or success puts it back to that', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('authToken', 'a-token'));
  await serveReviews(page, 1);
  const sent: unknown[] = [];
  await page.route('**/api/reviews', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    sent.push(route.request().postDataJSON());
    const review = { id: crypto.randomUUID(), rating: 2, comment: 'x', user_name: 'me' };
    const created_at = '2026-03-02T10:00:00.000Z';
    const message = 'Review submitted successfully';
    return route.fulfill({ json: { success: true, message, review: { ...review, created_at } } });
  });
  await page.goto('/');
  await readOn(page);
  const write = page.getByRole('button', { name: 'Write a Review' });
  const form = page.getByRole('form', { name: 'Your review' });
  const expectFresh = async () => {
    await expect(form.getByRole('radio')).toHaveCount(5);
    await expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked();
    await expect(form.getByLabel('Comment')).toHaveValue('');
  };
  await write.click();
  await expectFresh();
  await form.getByRole('radio', { name: '1 star' }).check({ force: true });
  await form.getByLabel('Comment').fill('Something that is not sent');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  expect(sent).toEqual([]);

  await write.click();
  await expectFresh();
  await form.getByRole('radio', { name: '2 stars' }).check({ force: true });
  await form.getByLabel('Comment').fill('Good enough for me.');
  await form.getByRole('button', { name: 'Submit Review' }).click();
  await expect(form).toBeHidden();
  await expect(
    page.getByRole('status').filter({ hasText: 'submitted successfully' }),
  ).toBeVisible();
  expect(sent).toEqual([{ rating: 2, comment: 'Good enough for me.' }]);
  await write.click();
  await expectFresh();
});

for (const [what, status, json, words, colour] of [
  ['with the word success is green', 400, { error: 'No success yet' }, 'No success yet', 'gain'],
  ['without it is red', 400, { error: 'Not today' }, 'Not today', 'loss'],
  ['that is missing is Failed to submit review', 500, {}, 'Failed to submit review', 'loss'],
] as const) {
  // @spec 8.2, 8.3, 8.4
  test(`the service’s message about a review ${what}`, async ({ page, allowConsole }) => {
    allowConsole(/400|500/);
    await page.addInitScript(() => localStorage.setItem('authToken', 'a-token'));
    await serveReviews(page, 1);
    await page.route('**/api/reviews', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      return route.fulfill({ status, json: { success: false, ...json } });
    });
    await page.goto('/');
    await readOn(page);
    await page.getByRole('button', { name: 'Write a Review' }).click();
    await page.getByLabel('Comment').fill('Good enough for me.');
    await page.getByRole('button', { name: 'Submit Review' }).click();
    const message = page.getByRole('form').getByText(words, { exact: true });
    await expect(message).toBeVisible();
    const tone = await message.evaluate((element, name) => {
      const box = element.closest('[role]');
      const probe = document.createElement('i');
      document.body.append(probe);
      probe.style.color = `var(--color-${name})`;
      const wanted = getComputedStyle(probe).color;
      probe.remove();
      return { wanted, got: box && getComputedStyle(box.querySelector('svg') ?? box).color };
    }, colour);
    expect(tone.got).toBe(tone.wanted);
    await expect(page.getByLabel('Comment')).toHaveValue('Good enough for me.');
  });
}
