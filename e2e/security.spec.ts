import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { claimDevice } from '@quorate/contract/devices';
import { type Person, signedUp, signIn } from './support/account.ts';
import { addAuthenticator } from './support/authenticator.ts';
import { linkIn, newestMail } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';
import { totpCode } from './support/totp.ts';

async function openSecurity(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Security' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
}

/** The first step of a sign-in, which leads to the second one. */
async function givePassword(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Two-step sign-in' })).toBeVisible();
}

test('an authenticator app is turned on, asked for at sign-in, replaced by a recovery code and turned off', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/403 \(Forbidden\)/);
  const person = await signedUp(service.url);
  await signIn(page, person);
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Two-step sign-in' });
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('img', { name: 'QR code that holds the key' })).toBeVisible();
  const secret = await section.locator('.select-all').innerText();
  await section.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret));
  await section.getByRole('button', { name: 'Turn on' }).click();
  const shown = section.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await section.getByRole('button', { name: 'I have kept them' }).click();
  await expect(section.getByText('10 of 10 left')).toBeVisible();
  await signOut(page);

  await givePassword(page, person);
  await page.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The code is not right, or was used before.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await signOut(page);

  await givePassword(page, person);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
  await openSecurity(page);
  await expect(section.getByText('9 of 10 left')).toBeVisible();
  await expect(page.getByText('Recovery code used')).toBeVisible();
  await section.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(section.getByText('The authenticator app is off.')).toBeVisible();
  await signOut(page);
  await signIn(page, person);
});

test('a passkey is added, signs in without a name, and is removed', async ({ page, service }) => {
  await addAuthenticator(page);
  await signIn(page, await signedUp(service.url));
  await openSecurity(page);
  const section = page.getByRole('region', { name: 'Passkeys' });
  await section.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Test key');
  await page.getByRole('dialog').getByRole('button', { name: 'Add the passkey' }).click();
  await expect(section.getByText('The passkey Test key is added.')).toBeVisible();
  await signOut(page);

  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL('**/dashboard');
  await openSecurity(page);
  await expect(section.getByText(/last used/)).toBeVisible();
  await section.getByRole('button', { name: 'Remove Test key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section.getByText('No passkey yet.')).toBeVisible();
});

test('an act that asks for a proof goes on automatically after the password, and after a passkey', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/403 \(Forbidden\)/);
  await addAuthenticator(page);
  const person = await signedUp(service.url);
  await signIn(page, person);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add the passkey' }).click();
  await expect(page.getByText(/is added\. It signs you in/)).toBeVisible();

  // A session is confirmed while it is fresh; the refusal of an old one is put in its place, once.
  const asOfAnOldSession = () =>
    page.route(
      '**/api/user/device-codes',
      (route) =>
        route.fulfill({
          status: 403,
          json: { success: false, code: 'confirmation_needed', message: 'Who?', error: 'Who?' },
        }),
      { times: 1 },
    );
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const card = page.getByRole('region', { name: 'One-time code' });

  await asOfAnOldSession();
  await page.getByRole('button', { name: 'Make a one-time code' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('The password is not right.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(card).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await card.getByRole('button', { name: 'Close' }).click();

  await asOfAnOldSession();
  await page.getByRole('button', { name: 'Make a one-time code' }).click();
  await dialog.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(card).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a bot signs in with a one-time code, stands in the list, and is stopped from there', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await openSecurity(page);
  await page.getByRole('button', { name: 'Make a one-time code' }).click();
  const card = page.getByRole('region', { name: 'One-time code' });
  const code = await card.locator('.select-all').innerText();
  const claimed = await fetch(service.url + claimDevice.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, device: { kind: 'bot', name: 'trading-pc' } }),
  });
  expect(claimed.status).toBe(200);
  const { access_token: token } = claimDevice.reply.parse(await claimed.json());
  const read = async (path: string) =>
    (await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await read('/api/user/dashboard')).toBe(200);
  expect(await read('/api/user/sessions')).toBe(403);

  await page.getByRole('button', { name: 'Sign out: trading-pc' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('trading-pc is signed out.')).toBeVisible();
  expect(await read('/api/user/dashboard')).toBe(401);
});

test('a session that is signed out from another browser lands on sign-in', async ({
  page,
  service,
  browser,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)/);
  const person = await signedUp(service.url);
  await signIn(page, person);
  const elsewhere = await browser.newContext({
    baseURL: service.url,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const other = await elsewhere.newPage();
  await signIn(other, person);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Sign out: Firefox on Linux' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Firefox on Linux is signed out.')).toBeVisible();
  // It says so by itself: the dashboard's stream of events ends with the session.
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem('authToken'))).toBeNull();
  await elsewhere.close();
});

test('the password is changed, the old one no longer signs in, and the notice is mailed', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const password = 'other words, just as long';
  await dialog.getByLabel('Current password').fill(person.password);
  await dialog.getByLabel('New password', { exact: true }).fill(password);
  await dialog.getByLabel('Confirm new password').fill(password);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText(/The password is changed/)).toBeVisible();
  await expect
    .poll(async () => (await newestMail(service.url, person.email)).subject)
    .toContain('password');
  await signOut(page);
  await signIn(page, { ...person, password });
});

test('a new address waits for its link, then takes the place of the old one', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  const email = `new-${person.email}`;
  await signIn(page, person);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Change email' }).click();
  await page.getByRole('dialog').getByLabel('New email').fill(email);
  await page.getByRole('dialog').getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Waits for its link')).toBeVisible();
  await page.goto(linkIn(await newestMail(service.url, email), '/verify-email'));
  await expect(page.getByText('Your account has its new email address now.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await openSecurity(page);
  await expect(page.getByRole('region', { name: 'Sign-in' }).getByText(email)).toBeVisible();
  await expect(page.getByText('Waits for its link')).toHaveCount(0);
  await signOut(page);
  await signIn(page, { ...person, username: email });
});

test('the export is a JSON file with what the account holds, and without its secrets', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  await openSecurity(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export my data' }).click();
  const download = await downloading;
  const text = await readFile(await download.path(), 'utf8');
  const content: Record<string, unknown> = JSON.parse(text);
  expect(Object.keys(content).length).toBeGreaterThan(3);
  expect(text).toContain(person.email);
  expect(text).not.toMatch(/password_hash|token_hash|\$argon2|\$scrypt/);
  await expect(page.getByText(`${download.suggestedFilename()} (`)).toBeVisible();
});

test('an account is deleted: the browser is signed out on the home page, and nobody signs in any more', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/401 \(Unauthorized\)/);
  const person = await signedUp(service.url);
  await signIn(page, person);
  await openSecurity(page);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the account?' });
  const button = dialog.getByRole('button', { name: 'Delete account' });
  await expect(button).toBeDisabled();
  await dialog.getByRole('textbox').fill(person.username);
  await button.click();
  await expect(page.getByText('Your account is deleted.')).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Username or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid username, email or password.')).toBeVisible();
});
