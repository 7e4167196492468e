import { expectNoFaults } from './support/axe.ts';
import { readOn } from './support/home.ts';
import { holdCall, serveReviews } from './support/stubs.ts';
import { expect, test } from './support/test.ts';

// What is open, wrong or done on a page has no accessibility fault either, in both themes at every width.
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('the open menu of small screens has no accessibility fault', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 900 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await expectNoFaults(page, 'menu', { widths: [360, 700], within: 'header' });
});

test('the assistant has no accessibility fault with a reply, a failure and its question about deleting', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/500/);
  const call = await holdCall(page, '**/api/chat');
  call.answer(500, {});
  await page.goto('/contact');
  await page.evaluate(() => {
    const messages = [
      { role: 'user', content: 'Is there a free plan?', timestamp: 1 },
      { role: 'assistant', content: 'Yes: /pricing#free-plan', timestamp: 2 },
    ];
    localStorage.setItem('chat-history', JSON.stringify(messages));
  });
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  await panel.getByLabel('Your message').fill('hello');
  await panel.getByLabel('Your message').press('Enter');
  await expect(panel.getByText('Sorry, I encountered an error.')).toBeVisible();
  await panel.getByRole('button', { name: 'Clear history' }).click();
  await expect(panel.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expectNoFaults(page, 'assistant');
});

test('the reviews have no accessibility fault with their form and what it refuses', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/500/);
  await page.addInitScript(() => localStorage.setItem('authToken', 'a-token'));
  await serveReviews(page, 5);
  const call = await holdCall(page, '**/api/reviews');
  call.answer(500, {});
  await page.goto('/');
  await readOn(page);
  await page.getByRole('button', { name: 'Write a Review' }).click();
  const form = page.getByRole('form', { name: 'Your review' });
  await form.getByLabel('Comment').fill('long enough');
  await form.getByRole('button', { name: 'Submit Review' }).click();
  await expect(form.getByText('Failed to submit review')).toBeVisible();
  await form.getByLabel('Comment').fill('short');
  await form.getByRole('button', { name: 'Submit Review' }).click();
  await expect(form.getByText('The comment needs at least 10 characters')).toBeVisible();
  await expectNoFaults(page, 'review form', { within: 'section[aria-labelledby="reviews"]' });
});

test('the contact page has no accessibility fault when it failed, refused a field, and thanked', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/400/);
  const message = 'Please enter a valid email address';
  const refused = { success: false, code: 'validation_failed', message, error: message };
  let answer = { status: 400, json: { ...refused, fields: { email: message } } as object };
  await page.route('**/api/contact', (route) => route.fulfill(answer));
  await page.goto('/contact');
  for (const field of ['Name', 'Subject', 'Message']) await page.getByLabel(field).fill('Words');
  await page.getByLabel('Email').fill('amina@example.com');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await expectNoFaults(page, 'refused', { within: 'main' });
  answer = { status: 200, json: { success: true, message: 'Received.' } };
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(/^Thank you!/)).toBeVisible();
  await expectNoFaults(page, 'thanked', { within: 'main' });
});

test('pricing by the year with every question open has no accessibility fault', async ({
  page,
}) => {
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  await page.evaluate(() => {
    for (const question of document.querySelectorAll('details')) question.open = true;
  });
  await expectNoFaults(page, 'yearly', { within: 'main' });
});

test('the guide has no accessibility fault when all is open and a search has results', async ({
  page,
}) => {
  await page.goto('/guide');
  await page.getByRole('searchbox', { name: 'Find a step' }).fill('risk');
  await page.getByRole('list', { name: 'Found in the guide' }).waitFor();
  await page.evaluate(() => {
    for (const section of document.querySelectorAll('details')) section.open = true;
  });
  await expectNoFaults(page, 'guide', { widths: [320, 360, 768, 1_440], within: 'main' });
});

test('the account pages have no accessibility fault in what they refuse', async ({ page }) => {
  await page.goto('/signup');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toHaveText(/All fields are required$/);
  await expectNoFaults(page, 'sign-up', { widths: [360], within: 'main' });
  for (const path of [
    '/verify-email',
    '/reset-password',
    '/forgot-password',
    '/resend-verification',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoFaults(page, path, { widths: [360] });
  }
});
