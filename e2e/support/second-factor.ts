import type { Page } from '@playwright/test';
import { login } from '@quorate/contract/account';
import { enableTotp, startTotp } from '@quorate/contract/second-factors';
import type { Person } from './account.ts';
import { totpCode } from './totp.ts';

/**
 * Turns on an authenticator app by the calls the site makes, as operators need one.
 *
 * @returns its secret; the code of this moment is used up
 */
export async function withFactor(serviceUrl: string, person: Person): Promise<string> {
  const body = { username_or_email: person.username, password: person.password };
  const { access_token: token } = await post(serviceUrl, login.path, body);
  const { secret } = await post(serviceUrl, startTotp.path, {}, token);
  if (!secret) throw new Error('no secret came');
  await post(serviceUrl, enableTotp.path, { code: totpCode(secret) }, token);
  return secret;
}

/** Signs in on the page with password and the next code: the session may act for 15 minutes. */
export async function signInWithCode(
  page: Page,
  person: Person,
  secret: string,
  serviceUrl = '',
): Promise<void> {
  await page.goto(`${serviceUrl}/login`);
  await page.getByLabel(/username or email/i).fill(person.username);
  await page.getByLabel(/^password/i).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
}

async function post(
  serviceUrl: string,
  path: string,
  body: object,
  token?: string,
): Promise<{ access_token?: string; secret?: string }> {
  const reply = await fetch(serviceUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return reply.json();
}
