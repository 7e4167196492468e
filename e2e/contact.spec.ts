import type { Page } from '@playwright/test';
import { newestMail } from './support/mailbox.ts';
import { holdCall } from './support/stubs.ts';
import { expect, test } from './support/test.ts';

const FIELDS = ['Name', 'Email', 'Subject', 'Message'] as const;
const THANKS = 'Thank you! Your message has been sent successfully.';

async function fillIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Amina');
  await page.getByLabel('Email').fill('amina@example.com');
  await page.getByLabel('Subject').fill('A group of traders');
  await page.getByLabel('Message').fill('We are twelve.\n\nIs there a plan for us?');
}

// @spec 1.15, 2.89, 8.37
test('a message from the contact page is thanked for and reaches support by mail', async ({
  page,
  service,
}) => {
  await page.goto('/contact');
  await fillIn(page);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText(THANKS)).toBeVisible();
  for (const field of FIELDS) await expect(page.getByLabel(field)).toHaveValue('');

  const mail = await newestMail(service.url, 'support@quorate.example');
  expect(mail.subject).toBe('Contact: A group of traders');
  expect(mail.text).toContain('From Amina <amina@example.com>');
  expect(mail.text).toContain('Is there a plan for us?');
});

// @spec 2.90, 4.32, 8.37
test('while it is sent the button is disabled and shows a spinner; then a green banner thanks', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  const call = await holdCall(page, '**/api/contact');
  await page.goto('/contact');
  await fillIn(page);
  const send = page.getByRole('button', { name: 'Send Message' });
  await expect(send.locator('svg')).toHaveCount(0);
  await send.click();
  await expect(send).toBeDisabled();
  await expect(send.locator('svg')).toBeVisible();
  await expect.poll(() => call.bodies).toHaveLength(1);
  await page.getByLabel('Subject').press('Enter');
  await expect(page.getByText(THANKS)).toHaveCount(0);

  call.answer(200, { success: true, message: 'Received.' });
  const banner = page.getByRole('status').filter({ hasText: THANKS });
  await expect(banner).toBeVisible();
  await expect(banner.getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(send).toBeEnabled();
  await expect(send.locator('svg')).toHaveCount(0);
  for (const field of FIELDS) await expect(page.getByLabel(field)).toHaveValue('');
  expect(call.bodies).toHaveLength(1);
});

for (const [what, status, json, sentence] of [
  [
    'the sentence of the service',
    429,
    { success: false, code: 'rate_limited', message: 'Too many requests today.', error: 'x' },
    'Too many requests today.',
  ],
  ['Failed to send message without one', 500, {}, 'Failed to send message'],
] as const) {
  // @spec 2.90, 4.32, 8.36
  test(`a failure is a red banner that keeps what was typed, with ${what}`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/429|500/);
    const call = await holdCall(page, '**/api/contact');
    call.answer(status, json);
    await page.goto('/contact');
    await fillIn(page);
    await page.getByRole('button', { name: 'Send Message' }).click();
    const banner = page.getByRole('alert');
    await expect(banner).toHaveText(new RegExp(`^(Error)?${sentence}$`));
    await expect(banner.getByRole('img', { name: 'Error' })).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue(/^We are twelve/);
    await expect(page.getByLabel('Email')).toHaveValue('amina@example.com');
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
    await expect(page.getByText(THANKS)).toHaveCount(0);
  });
}

// @spec 5.20
test('the browser stops a message in which any of the four fields is missing', async ({ page }) => {
  const call = await holdCall(page, '**/api/contact');
  await page.goto('/contact');
  for (const field of FIELDS) {
    await fillIn(page);
    for (const nothing of ['', '   ']) {
      await page.getByLabel(field).fill(nothing);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByLabel(field), `${field} is "${nothing}"`).toBeFocused();
    }
  }
  expect(call.bodies).toEqual([]);
});

// @spec 5.20
test('the browser stops a message without a proper address', async ({ page }) => {
  const call = await holdCall(page, '**/api/contact');
  await page.goto('/contact');
  await fillIn(page);
  for (const address of ['amina', 'amina@', '@example.com', 'a b@example.com']) {
    await page.getByLabel('Email').fill(address);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
  }
  expect(call.bodies).toEqual([]);
});

// @spec 2.91, 2.92, 5.21, 9.42, 9.43
test('beside the form stand the ways to reach people, and the message box shows six lines', async ({
  page,
}) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  const mail = main.getByRole('link', { name: 'support@quorate.example' });
  await expect(mail).toHaveAttribute('href', 'mailto:support@quorate.example');
  const phone = main.getByRole('link', { name: '+92 42 555 0100' });
  await expect(phone).toHaveAttribute('href', 'tel:+92425550100');
  await expect(main.getByText('Lahore, Pakistan')).toBeVisible();
  await expect(main.getByText('Mon-Fri 9AM-6PM PKT')).toBeVisible();
  await expect(main.getByText('We reply within 24 hours.')).toBeVisible();
  const lines = await page.getByLabel('Message').evaluate((box) => {
    const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(box);
    const room =
      box.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
    return room / Number.parseFloat(lineHeight);
  });
  expect(Math.round(lines * 10) / 10).toBe(6);
  await main.getByRole('link', { name: 'setup guide' }).click();
  await page.waitForURL('**/guide');
});
