import { newPerson, signedUp } from './support/account.ts';
import { mailsTo, newestMail } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

// @spec 8.12
test('a wrong password is told apart from nothing: the same words as for an unknown name', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)/);
  const known = await signedUp(service.url);
  for (const username of [known.username, newPerson('nobody').username]) {
    await page.goto('/login');
    await page.getByLabel(/username or email/i).fill(username);
    await page.getByLabel(/^password/i).fill('not the password');
    await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('Invalid username, email or password.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  }
});

// @spec 4.21
test('before the address is confirmed, sign-in offers to send the mail again', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/403 \(Forbidden\)/);
  const person = newPerson('waiting');
  await page.goto('/signup');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  await page.getByRole('checkbox', { name: /terms of service/i }).check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Sign In' }).click();
  await page.getByLabel(/username or email/i).fill(person.email);
  await page.getByLabel(/^password/i).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await newestMail(service.url, person.email);
  const before = (await mailsTo(service.url, person.email)).length;
  await page.getByRole('button', { name: 'Resend Verification Email' }).click();
  await expect.poll(async () => (await mailsTo(service.url, person.email)).length).toBe(before + 1);
});
