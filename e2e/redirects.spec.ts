import { signup } from '@quorate/contract/account';
import { newPerson } from './support/account.ts';
import { linkIn, newestMail } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

// @spec 2.58, 2.59, 4.22, 9.21
test('three seconds after a registration the page of sign-in comes, not a moment before', async ({
  page,
}) => {
  const person = newPerson('timely');
  await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') });
  await page.goto('/signup');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('checkbox', { name: /terms of service/i }).check();
  await page.clock.pauseAt(new Date('2026-03-02T11:00:00Z'));
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Go to Sign In' })).toHaveAttribute('href', '/login');
  await page.clock.runFor(2_999);
  await expect(page).toHaveURL(/\/signup$/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/login$/);
});

// @spec 2.66, 9.22
test('three seconds after a verification sign-in says that it worked, not a moment before', async ({
  page,
  service,
}) => {
  const person = newPerson('timely');
  await fetch(service.url + signup.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  });
  const link = linkIn(await newestMail(service.url, person.email), '/verify-email');
  await page.clock.install({ time: new Date('2026-03-02T10:00:00Z') });
  await page.clock.pauseAt(new Date('2026-03-02T11:00:00Z'));
  await page.goto(link);
  await expect(page.getByText('Your email is verified.')).toBeVisible();
  await page.clock.runFor(2_999);
  await expect(page).toHaveURL(/\/verify-email\?/);
  await page.clock.runFor(1);
  await expect(page).toHaveURL(/\/login\?verified=true$/);
  await expect(page.getByText('Your email is verified. You can sign in now.')).toBeVisible();
});
