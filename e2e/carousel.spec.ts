import type { Locator, Page } from '@playwright/test';
import { readOn } from './support/home.ts';
import { serveReviews } from './support/stubs.ts';
import { expect, test } from './support/test.ts';

const START = new Date('2026-03-02T10:00:00Z');

test.use({ viewport: { width: 1_280, height: 800 } });

/** The home page with so many reviews, at a clock that only the test moves. */
async function openReviews(page: Page, count: number): Promise<Locator> {
  const started = Promise.withResolvers<void>();
  await serveReviews(page, count, started.promise);
  // Once installed, the clock runs until it is paused.
  await page.clock.install({ time: START.getTime() - 60_000 });
  await page.clock.pauseAt(START);
  await page.goto('/');
  // The site starts in an idle moment, of which a clock that stands still has none.
  await page.clock.runFor(1_100);
  await readOn(page);
  // They come to a clock that stands: of the five seconds until the next ones nothing has passed.
  started.resolve();
  const carousel = page.getByRole('region', { name: 'Reviews', exact: true });
  await expect(carousel).toBeVisible();
  await carousel.scrollIntoViewIfNeeded();
  return carousel;
}

async function expectShown(carousel: Locator, ...numbers: number[]): Promise<void> {
  await expect(carousel.getByRole('listitem').getByText(/^Comment number \d+$/)).toHaveText(
    numbers.map((number) => `Comment number ${number}`),
  );
}

// @spec 2.29, 2.30, 9.18
test('three reviews of seven stand in a view, and every 5 seconds the next three come, round and round', async ({
  page,
}) => {
  const carousel = await openReviews(page, 7);
  await expectShown(carousel, 1, 2, 3);
  await page.clock.runFor(4_999);
  await expectShown(carousel, 1, 2, 3);
  await page.clock.runFor(1);
  await expectShown(carousel, 4, 5, 6);
  await page.clock.runFor(5_000);
  await expectShown(carousel, 5, 6, 7);
  await page.clock.runFor(5_000);
  await expectShown(carousel, 1, 2, 3);
  // Measured in one moment: asked one by one, a page that moves meanwhile gives each another height.
  const tops = await carousel
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  expect(new Set(tops).size, 'side by side').toBe(1);
});

// @spec 2.30
test('with three reviews nothing moves automatically, with four it does', async ({
  page,
  context,
}) => {
  const still = await openReviews(page, 3);
  await page.clock.runFor(30_000);
  await expectShown(still, 1, 2, 3);
  await expect(still.getByRole('button')).toHaveCount(0);
  const other = await context.newPage();
  const moving = await openReviews(other, 4);
  await other.clock.runFor(5_000);
  await expectShown(moving, 2, 3, 4);
});

// @spec 2.30
test('it waits under the pointer, while focus is in it and when it is paused, and counts again after', async ({
  page,
}) => {
  const carousel = await openReviews(page, 7);
  await page.clock.runFor(3_000);
  await carousel.hover();
  await page.clock.runFor(60_000);
  await expectShown(carousel, 1, 2, 3);
  await page.mouse.move(2, 2);
  await page.clock.runFor(4_999);
  await expectShown(carousel, 1, 2, 3);
  await page.clock.runFor(1);
  await expectShown(carousel, 4, 5, 6);

  await carousel.getByRole('button', { name: 'Previous reviews' }).focus();
  await page.clock.runFor(60_000);
  await expectShown(carousel, 4, 5, 6);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(carousel.getByRole('button', { name: 'Play reviews' })).toBeFocused();
  await page.getByRole('link', { name: 'Start for Free' }).last().focus();
  await page.clock.runFor(60_000);
  await expectShown(carousel, 4, 5, 6);
  await carousel.getByRole('button', { name: 'Play reviews' }).press('Enter');
  await page.getByRole('link', { name: 'Start for Free' }).last().focus();
  await page.clock.runFor(5_000);
  await expectShown(carousel, 5, 6, 7);
});

test('whoever asks for less motion turns it by hand: nothing moves, and there is nothing to pause', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const carousel = await openReviews(page, 7);
  await page.clock.runFor(60_000);
  await expectShown(carousel, 1, 2, 3);
  await expect(carousel.getByRole('button', { name: 'Pause reviews' })).toHaveCount(0);
  await carousel.getByRole('button', { name: 'Next reviews' }).click();
  await expectShown(carousel, 4, 5, 6);
  await page.keyboard.press('ArrowRight');
  await expectShown(carousel, 5, 6, 7);
  await page.keyboard.press('ArrowLeft');
  await expectShown(carousel, 2, 3, 4);
  await carousel.getByRole('button', { name: 'Previous reviews' }).press('Enter');
  await expectShown(carousel, 1, 2, 3);
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('one review stands in a view and a swipe turns it, while a tap and a scroll do not', async ({
    page,
  }) => {
    const carousel = await openReviews(page, 5);
    await expectShown(carousel, 1);
    await swipe(page, carousel, { x: -120, y: 0 });
    await expectShown(carousel, 2);
    await swipe(page, carousel, { x: 120, y: 0 });
    await expectShown(carousel, 1);
    await swipe(page, carousel, { x: -20, y: 0 });
    await expectShown(carousel, 1);
    await swipe(page, carousel, { x: -60, y: -140 });
    await expectShown(carousel, 1);
  });
});

test('on a tablet two reviews stand in a view', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 800 });
  await expectShown(await openReviews(page, 5), 1, 2);
});

/** A finger on the middle of the reviews, so many pixels to the side and down. */
async function swipe(page: Page, carousel: Locator, by: { x: number; y: number }): Promise<void> {
  const box = await carousel.getByRole('listitem').first().boundingBox();
  if (!box) throw new Error('no review is shown');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove', part: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: [{ x: from.x + by.x * part, y: from.y + by.y * part }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await finger.detach();
}
