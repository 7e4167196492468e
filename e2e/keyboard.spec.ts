import { signedUp, signIn } from './support/account.ts';
import { readOn } from './support/home.ts';
import { expectVisibleFocus, tabTo } from './support/keyboard.ts';
import { serveReviews } from './support/stubs.ts';
import { expect, test } from './support/test.ts';

// No journey here uses a mouse: every control is reached with Tab, and focus is seen on every stop.
test.use({ viewport: { width: 1_280, height: 800 } });

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('with the keyboard alone: past the bar, to the recorded decisions, over the reviews and out to pricing', async ({
  page,
}) => {
  await serveReviews(page, 7);
  await page.goto('/', { waitUntil: 'networkidle' });
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  const watch = page.getByRole('link', { name: 'Watch Demo' });
  await tabTo(page, watch);
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'What a decision looks like' })).toBeInViewport();

  const carousel = page.getByRole('region', { name: 'Reviews', exact: true });
  await tabTo(page, carousel.getByRole('button', { name: 'Next reviews' }));
  await page.keyboard.press('Enter');
  await expect(carousel.getByText('Comment number 4')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(carousel.getByText('Comment number 1')).toBeVisible();
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'See pricing' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('with the keyboard alone: the menu of a phone opens, leads on and closes', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/terms', { waitUntil: 'networkidle' });
  const button = page.getByRole('button', { name: 'Open menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Space');
  await tabTo(page, menu.getByRole('link', { name: 'Start for Free' }));
  await tabTo(page, menu.getByRole('link', { name: 'Guide' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/guide');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('with the keyboard alone: a review is begun, cancelled, rated and sent', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await page.goto('/', { waitUntil: 'networkidle' });
  await readOn(page);
  const write = page.getByRole('button', { name: 'Write a Review' });
  const form = page.getByRole('form', { name: 'Your review' });
  await tabTo(page, write);
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
  await tabTo(page, form.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await expect(write).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form).toBeVisible();
  await tabTo(page, form.getByRole('radio', { name: '5 stars' }));
  await page.keyboard.press('ArrowLeft');
  await expect(form.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await expectVisibleFocus(page);
  await tabTo(page, form.getByLabel('Comment'));
  await page.keyboard.type('short');
  await tabTo(page, form.getByRole('button', { name: 'Submit Review' }));
  await page.keyboard.press('Enter');
  await expect(form.getByLabel('Comment')).toBeFocused();
  await page.keyboard.type(' at first, then long enough');
  await tabTo(page, form.getByRole('button', { name: 'Submit Review' }));
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(page.getByText('short at first, then long enough')).toBeVisible();
  await expect(write).toBeFocused();
});

test('with the keyboard alone: the billing period, a question and the way to sales', async ({
  page,
}) => {
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  await tabTo(page, page.getByRole('radio', { name: 'Monthly' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Yearly' })).toBeChecked();
  await expectVisibleFocus(page);
  await expect(page.getByText('$33.33')).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Choose Elite' }));
  const question = page.locator('summary', { hasText: 'Is there a money-back guarantee?' });
  await tabTo(page, question);
  await page.keyboard.press('Enter');
  await expect(page.getByText('30-day money-back guarantee.')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('30-day money-back guarantee.')).toBeHidden();
  await tabTo(page, page.getByRole('link', { name: 'Contact sales' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/contact');
});

test('with the keyboard alone: a step of the guide is found, and a section opened and left', async ({
  page,
}) => {
  await page.goto('/guide', { waitUntil: 'networkidle' });
  await tabTo(page, page.getByRole('searchbox', { name: 'Find a step' }));
  await page.keyboard.type('broker server');
  await page.keyboard.press('ArrowDown');
  await expectVisibleFocus(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type('broker server');
  await tabTo(page, page.getByRole('link', { name: /Choose server and account type/ }));
  await page.keyboard.press('Enter');
  await expect(page.locator('#broker-server')).toBeInViewport();
  expect(new URL(page.url()).hash).toBe('#broker-server');
  const section = page.locator('summary', { hasText: 'First session' });
  await tabTo(page, section);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Run the paper bot')).toBeVisible();
});

test('with the keyboard alone: a message is written and sent', async ({ page }) => {
  await page.goto('/contact', { waitUntil: 'networkidle' });
  for (const [field, words] of [
    ['Name', 'Amina'],
    ['Email', 'amina@example.com'],
    ['Subject', 'No mouse'],
    ['Message', 'Written with keys alone.'],
  ] as const) {
    await tabTo(page, page.getByLabel(field));
    await page.keyboard.type(words);
  }
  await tabTo(page, page.getByRole('button', { name: 'Send Message' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Thank you! Your message has been sent successfully.')).toBeVisible();
});

test('with the keyboard alone: the assistant is opened, asked and closed, and focus comes back', async ({
  page,
}) => {
  await page.goto('/terms', { waitUntil: 'networkidle' });
  const button = page.getByRole('button', { name: 'Open the assistant' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  await expect(panel.getByLabel('Your message')).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.type('Is there a free plan?');
  await page.keyboard.press('Enter');
  const link = panel.getByRole('link', { name: '/pricing#free-plan' });
  await expect(link).toBeVisible();
  await expect(panel.getByLabel('Your message')).toBeFocused();
  await tabTo(page, link, 'Shift+Tab');
  await tabTo(page, panel.getByRole('button', { name: 'Close the assistant' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.getByLabel('Your message')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await expectVisibleFocus(page);
});
