import type { Locator, Page } from '@playwright/test';
import { holdCall } from './support/stubs.ts';
import { expect, test } from './support/test.ts';

const FALLBACK = 'Sorry, I encountered an error. Please try again.';

async function openAssistant(page: Page, path = '/about'): Promise<Locator> {
  if (new URL(page.url()).pathname !== path) await page.goto(path);
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  const panel = page.getByRole('dialog', { name: 'Assistant' });
  await expect(panel).toBeVisible();
  return panel;
}

function stored(page: Page): Promise<{ role: string; content: string; timestamp: number }[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('chat-history') ?? '[]'));
}

test('before the first word it says that it is an AI and no person', async ({ page }) => {
  const panel = await openAssistant(page);
  await expect(
    panel.getByText('an AI assistant: an automatic program, not a person'),
  ).toBeInViewport();
  await expect(panel.locator('[data-role]')).toHaveCount(0);
});

// @spec 2.34, 3.8, 3.9, 4.13, 5.5
test('a message stands at once and nothing more can be sent until the reply is there, even after closing', async ({
  page,
}) => {
  const call = await holdCall(page, '**/api/chat');
  const panel = await openAssistant(page);
  const box = panel.getByLabel('Your message');
  const bubbles = panel.locator('[data-role]');
  await box.fill('Is there a free plan?');
  await box.press('Enter');
  await expect(bubbles).toHaveText(['You: Is there a free plan?']);
  await expect(box).toBeDisabled();
  await expect(box).toHaveValue('');
  await expect(panel.getByRole('button', { name: 'Send' })).toBeDisabled();
  await expect(panel.getByText('The assistant is writing')).toBeVisible();
  expect((await stored(page)).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Is there a free plan?'],
  ]);

  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await openAssistant(page);
  await expect(box).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect.poll(() => call.bodies).toEqual([{ message: 'Is there a free plan?', history: [] }]);

  call.answer(200, { success: true, message: 'Yes, there is.' });
  await expect(bubbles).toHaveText(['You: Is there a free plan?', 'Assistant: Yes, there is.']);
  await expect(box).toBeEnabled();
  await expect(box).toBeFocused();
  const history = await stored(page);
  expect(history.map(({ role }) => role)).toEqual(['user', 'assistant']);
  const [asked, replied] = history.map(({ timestamp }) => timestamp);
  expect(Math.abs((asked ?? 0) - Date.now()), 'milliseconds since 1970').toBeLessThan(60_000);
  expect(replied).toBeGreaterThan(asked ?? Number.POSITIVE_INFINITY);
});

// @spec 5.4, 7.5, 9.16
test('nothing but white space is not sent, and the last ten messages go along with the next one', async ({
  page,
}) => {
  const call = await holdCall(page, '**/api/chat');
  await page.goto('/about');
  await page.evaluate(() => {
    const messages = Array.from({ length: 12 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `message ${at}`,
      timestamp: 1_000 + at,
    }));
    localStorage.setItem('chat-history', JSON.stringify(messages));
  });
  const panel = await openAssistant(page);
  const box = panel.getByLabel('Your message');
  await expect(panel.locator('[data-role]')).toHaveCount(12);
  await expect(panel.getByText('message 11')).toBeInViewport();
  for (const nothing of ['', '   ', ' \n ']) {
    await box.fill(nothing);
    await expect(panel.getByRole('button', { name: 'Send' })).toBeDisabled();
    await box.press('Enter');
  }
  await box.fill('And now?');
  await panel.getByRole('button', { name: 'Send' }).click();
  await expect(panel.locator('[data-role]')).toHaveCount(13);
  await expect
    .poll(() => call.bodies)
    .toEqual([
      {
        message: 'And now?',
        history: Array.from({ length: 10 }, (_, at) => ({
          role: at % 2 === 0 ? 'user' : 'assistant',
          content: `message ${at + 2}`,
        })),
      },
    ]);
  call.answer(200, { success: true, message: 'Yes.' });
});

// @spec 4.13, 8.1
test('a refusal is the fallback bubble with the reason below it, and the next message may be sent', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/429/);
  const message = 'Too many requests: the limit is 10 an hour.';
  const call = await holdCall(page, '**/api/chat');
  call.answer(429, { success: false, code: 'rate_limited', message, error: message });
  const panel = await openAssistant(page);
  await panel.getByLabel('Your message').fill('hello');
  await panel.getByLabel('Your message').press('Enter');
  await expect(panel.locator('[data-role]')).toHaveText(['You: hello', `Assistant: ${FALLBACK}`]);
  await expect(panel.getByText(message)).toBeVisible();
  await expect(panel.getByLabel('Your message')).toBeEnabled();
});

// @spec 7.5, 8.1, 9.16
test('after 300 seconds without an answer comes the fallback bubble, not before', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-03-02T09:59:00Z') });
  await page.clock.pauseAt(new Date('2026-03-02T10:00:00Z'));
  await holdCall(page, '**/api/chat');
  await page.goto('/about');
  await page.clock.runFor(1_100);
  const panel = await openAssistant(page);
  await panel.getByLabel('Your message').fill('hello');
  await panel.getByLabel('Your message').press('Enter');
  await expect(panel.getByText('The assistant is writing')).toBeVisible();
  await page.clock.runFor(299_999);
  await expect(panel.locator('[data-role]')).toHaveText(['You: hello']);
  await expect(panel.getByText('The assistant is writing')).toBeVisible();
  await page.clock.runFor(1);
  await expect(panel.locator('[data-role]')).toHaveText(['You: hello', `Assistant: ${FALLBACK}`]);
});
