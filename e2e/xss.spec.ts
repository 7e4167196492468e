import { login } from '@quorate/contract/account';
import { sendContactMessage } from '@quorate/contract/contact';
import { writeReview } from '@quorate/contract/reviews';
import { type Person, signedUp, signIn } from './support/account.ts';
import { readOn } from './support/home.ts';
import { mailsTo, newestMail } from './support/mailbox.ts';
import { PAYLOADS } from './support/payloads.ts';
import { expectNoForeignScript, watchScripts } from './support/script-watch.ts';
import { spoilAnswers, spoilDecisions } from './support/spoiled-answers.ts';
import { expect, test } from './support/test.ts';

const ALL = PAYLOADS.join(' ');

test.beforeEach(async ({ page }) => watchScripts(page));

// With the policy nothing may try to run; without it nothing may run for want of a policy alone.
for (const [policy, bypassCSP] of [
  ['under the policy of the pages', false],
  ['without any policy', true],
] as const) {
  test.describe(policy, () => {
    test.use({ bypassCSP });

    // @promise 3.4
    test(`40 payloads in all that the service answers stay text: ${policy}`, async ({
      page,
      service,
    }) => {
      expect(PAYLOADS).toHaveLength(40);
      const person = await signedUp(service.url);
      await spoilAnswers(page);
      await spoilDecisions(page);
      await page.goto('/');
      await readOn(page);
      await expect(page.getByText(PAYLOADS[7] ?? '', { exact: true }).first()).toBeAttached();
      await expectNoForeignScript(page, 'home with reviews');

      await signIn(page, person);
      await expect(page.getByText(/alert\(1\)/).first()).toBeVisible();
      await expectNoForeignScript(page, 'dashboard');
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await page.waitForLoadState('networkidle');
        await expectNoForeignScript(page, `dashboard, ${await tab.innerText()}`);
      }
      await page.getByRole('tab', { name: 'Trade History' }).click();
      const story = page.locator('a[data-story][href*="/decisions/"]').first();
      const id = /[0-9a-f-]{36}/.exec((await story.getAttribute('href')) ?? '')?.[0];
      await page.goto(`/dashboard/decisions/${id}`);
      await expect(
        page
          .getByRole('article')
          .getByText(/alert\(1\)/)
          .first(),
      ).toBeVisible();
      await expectNoForeignScript(page, 'decision');

      await page.goto('/dashboard/security');
      await expect(page.getByText(/alert\(1\)/).nth(20)).toBeAttached();
      await expectNoForeignScript(page, 'security');
      // Answers that are still on their way when the page closes are nobody's fault.
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    // @promise 3.4
    test(`40 payloads in what somebody types stay text: ${policy}`, async ({ page, service }) => {
      await page.goto('/contact');
      await page.getByLabel('Name').fill(ALL.slice(0, 100));
      await page.getByLabel('Email').fill('amina@example.com');
      await page.getByLabel('Subject').fill(ALL.slice(0, 150));
      await page.getByLabel('Message').fill(ALL);
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('Your message has been sent')).toBeVisible();
      await expectNoForeignScript(page, 'contact');

      await page.getByRole('button', { name: 'Open the assistant' }).click();
      const assistant = page.getByRole('dialog', { name: 'Assistant' });
      await assistant.getByRole('textbox').fill(ALL);
      await assistant.getByRole('textbox').press('Enter');
      await expect(assistant.getByText(PAYLOADS[0] ?? '').first()).toBeVisible();
      await expect(assistant.getByRole('textbox')).toBeEnabled();
      await expectNoForeignScript(page, 'chat');

      const person = await signedUp(service.url);
      await typeThroughCalls(service.url, person);
      await page.goto('/');
      await readOn(page);
      await expect(page.getByText(PAYLOADS[0] ?? '').first()).toBeAttached();
      await expectNoForeignScript(page, 'home with a real review');
      await signIn(page, person);
      await page.goto('/dashboard/security');
      await expect(page.getByText(/alert\(1\)/).nth(3)).toBeAttached();
      await expectNoForeignScript(page, 'security with real devices');
    });

    // @promise 3.4
    test(`40 payloads in an address stay text: ${policy}`, async ({ page, allowConsole }) => {
      allowConsole(/status of 4\d\d/);
      const text = encodeURIComponent(ALL);
      for (const address of [
        `/login?verified=${text}`,
        `/login?verified=true&next=${encodeURIComponent('javascript:alert(1)')}`,
        `/login/callback?state=${text}&code=${text}&error=${text}`,
        `/verify-email?token=${text}`,
        `/reset-password?token=${text}`,
        `/resend-verification?email=${text}`,
        `/checkout?plan=${text}`,
        `/dashboard?tab=${text}`,
        `/${encodeURIComponent(PAYLOADS[0] ?? '')}`,
        `/guide#${text}`,
        `/contact?name=${text}#${encodeURIComponent(PAYLOADS[7] ?? '')}`,
      ]) {
        await page.goto(address);
        // The checkout is a document of its own, and leads who is not signed in to another one.
        if (address.startsWith('/checkout')) await page.waitForURL('**/login');
        await page.locator('html[data-started]').waitFor();
        await page.waitForLoadState('networkidle');
        await expectNoForeignScript(page, address.slice(0, 60));
      }
    });
  });
}

// @promise 3.4
test('40 payloads in mails stay text, in the mailbox and in any mail program', async ({
  page,
  service,
}) => {
  const support = 'support@quorate.example';
  for (const payload of PAYLOADS.slice(0, 3)) {
    await post(service.url, sendContactMessage.path, {
      name: payload,
      // The worst that an address may still hold: it would end an attribute in single quotes.
      email: "x'/onload='alert`1`@example.com",
      subject: payload,
      message: `${ALL}\n\n${payload}`,
    });
  }
  await newestMail(service.url, support);
  const person = await signedUp(service.url);
  await typeThroughCalls(service.url, person);
  await page.goto('/dev/mailbox');
  await expect(page.getByText(PAYLOADS[0] ?? '').first()).toBeVisible();
  await expectNoForeignScript(page, 'mailbox');

  const mails = [
    ...(await mailsTo(service.url, support)),
    ...(await mailsTo(service.url, person.email)),
  ];
  expect(mails.length).toBeGreaterThan(3);
  for (const { html, subject } of mails) {
    // A page without any policy, as a mail program may show it.
    await page.goto('about:blank');
    await page.setContent(html);
    await page.waitForTimeout(50);
    await expectNoForeignScript(page, `the mail ${subject}`);
  }
});

/** A review and devices by the calls themselves, which take texts that no form of ours would send. */
async function typeThroughCalls(serviceUrl: string, person: Person): Promise<void> {
  const account = { username_or_email: person.username, password: person.password };
  const { access_token } = await post(serviceUrl, login.path, account);
  const comment = ALL.slice(0, 1_000);
  await post(serviceUrl, writeReview.path, { rating: 5, comment }, access_token);
  for (const payload of PAYLOADS.filter(({ length }) => length <= 60).slice(0, 20))
    await post(serviceUrl, login.path, { ...account, device: { kind: 'bot', name: payload } });
}

async function post(
  serviceUrl: string,
  path: string,
  body: object,
  token?: string,
): Promise<{ access_token?: string }> {
  const reply = await fetch(serviceUrl + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return JSON.parse(await reply.text());
}
