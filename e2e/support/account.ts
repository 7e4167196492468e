import type { Page } from '@playwright/test';
import { signup, verifyEmail } from '@quorate/contract/account';
import { linkIn, newestMail } from './mailbox.ts';

export type Person = { username: string; email: string; password: string };

let people = 0;

/** Somebody who has no account yet; never the same twice. */
export function newPerson(name = 'mira'): Person {
  people += 1;
  const username = `${name}${people}`;
  return { username, email: `${username}@example.com`, password: 'plain words, long enough' };
}

/** An account with a confirmed address, made by the calls the site makes. */
export async function signedUp(serviceUrl: string, person = newPerson()): Promise<Person> {
  await post(serviceUrl, signup.path, person);
  const link = linkIn(await newestMail(serviceUrl, person.email), '/verify-email');
  await post(serviceUrl, verifyEmail.path, { token: new URL(link).searchParams.get('token') });
  return person;
}

/**
 * Signs in on the page, as a person does, and waits for the page that it leads to.
 *
 * @param where `serviceUrl`: of another service than the journey's usual one; `lands`: another page than
 *   the dashboard, such as the checkout of a plan chosen before
 */
export async function signIn(
  page: Page,
  person: Person,
  { serviceUrl = '', lands = '**/dashboard' } = {},
): Promise<void> {
  await page.goto(`${serviceUrl}/login`);
  await page.getByLabel(/username or email/i).fill(person.username);
  await page.getByLabel(/^password/i).fill(person.password);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(lands);
}

async function post(serviceUrl: string, path: string, body: unknown): Promise<void> {
  const reply = await fetch(serviceUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
}
