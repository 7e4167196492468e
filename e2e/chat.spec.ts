import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function openAssistant(page: Page, path = '/about') {
  await page.goto(path);
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  await expect(panel).toBeVisible();
  return panel;
}

// @spec 1.14, 2.34
test('a question is answered with a link to the page that says it', async ({ page }) => {
  const panel = await openAssistant(page);
  const box = panel.getByLabel('Your message');
  await expect(box).toBeFocused();
  await box.fill('Is there a free plan?');
  await box.press('Enter');
  await expect(panel.getByText('The Free plan costs nothing and needs no card.')).toBeVisible();
  await expect(box).toBeFocused();
  await panel.getByRole('link', { name: '/pricing#free-plan' }).click();
  await page.waitForURL('**/pricing#free-plan');
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeVisible();
  await expect(panel).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  await expect(panel.getByText('Is there a free plan?')).toBeVisible();
  await panel.getByRole('button', { name: 'Clear history' }).click();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect(panel.getByText('Is there a free plan?')).toHaveCount(0);
});

// @spec 2.35, 4.12, 5.5
test('Shift+Enter makes a line, Enter sends, Escape closes and gives focus back', async ({
  page,
}) => {
  const panel = await openAssistant(page);
  const box = panel.getByLabel('Your message');
  await box.pressSequentially('How do I');
  await box.press('Shift+Enter');
  await box.pressSequentially('cancel?');
  await expect(box).toHaveValue('How do I\ncancel?');
  await box.press('Enter');
  await expect(panel.getByRole('link', { name: '/pricing#cancel' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Open the assistant' })).toBeFocused();
});

test('on a phone the panel covers the screen, and a link uncovers its page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const panel = await openAssistant(page);
  await expect.poll(() => panel.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });
  await panel.getByLabel('Your message').fill('What is your phone number?');
  await panel.getByRole('button', { name: 'Send' }).click();
  await panel.getByRole('link', { name: '/contact' }).click();
  await page.waitForURL('**/contact');
  await expect(panel).toBeHidden();
});

// @spec 10.16, 10.17
test('/support opens the assistant on the home page', async ({ page }) => {
  await page.goto('/support');
  await expect(page.getByRole('dialog', { name: 'Assistant' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('the open panel has no accessibility fault in either theme, on a phone and beside the page', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const panel = await openAssistant(page, '/contact');
      await panel.getByLabel('Your message').fill('hello');
      await panel.getByLabel('Your message').press('Enter');
      await expect(panel.getByText('Hello! I am the offline assistant').last()).toBeVisible();
      const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze();
      expect(
        violations.map(
          ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
        ),
        `${colorScheme}, ${width} px`,
      ).toEqual([]);
    }
  }
});
