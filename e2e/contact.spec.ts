import { newestMail } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

test('a message from the contact page is thanked for and reaches support by mail', async ({
  page,
  service,
}) => {
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Amina');
  await page.getByLabel('Email').fill('amina@example.com');
  await page.getByLabel('Subject').fill('A group of traders');
  await page.getByLabel('Message').fill('We are twelve.\n\nIs there a plan for us?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you! Your message has been sent successfully.')).toBeVisible();
  await expect(page.getByLabel('Message')).toHaveValue('');

  const mail = await newestMail(service.url, 'support@quorate.example');
  expect(mail.subject).toBe('Contact: A group of traders');
  expect(mail.text).toContain('From Amina <amina@example.com>');
  expect(mail.text).toContain('Is there a plan for us?');
});

test('the browser stops a message without a proper address', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Amina');
  await page.getByLabel('Email').fill('amina');
  await page.getByLabel('Subject').fill('Hello');
  await page.getByLabel('Message').fill('Hello');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByText(/^Thank you!/)).toHaveCount(0);
});
