import type { Browser, Page } from '@playwright/test';
import { getPublicRecord } from '@quorate/contract/public-records';
import { publishedRecord } from '@quorate/record/measures';
import { makeRecord } from '@quorate/record/testing/made-record';
import { verifierKeyText } from '@quorate/tlog/note';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { publish, sendTrades, soundTrades } from './support/public-record.ts';
import { tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

const SIZES = [
  { name: 'a phone', width: 360, height: 740 },
  { name: 'a desk', width: 1440, height: 900 },
];

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const part = (page: Page) => page.getByRole('region', { name: 'Public record', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function openRecord(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=history&view=decisions');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(part(page)).toBeVisible();
}

/** Somebody who has never been here. */
async function stranger(browser: Browser, baseURL: string | undefined, width: number) {
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
  });
  return { page: await context.newPage(), leave: () => context.close() };
}

for (const { name, ...viewport } of SIZES) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('an owner publishes a record, a stranger verifies it in the browser, and it is gone once taken back', async ({
      page,
      browser,
      baseURL,
      service,
    }) => {
      const person = await signedUp(service.url);
      const token = await tokenOf(service.url, person);
      await sendTrades(service.url, token, soundTrades(80, new Date()));
      const shown = `Cleo-${viewport.width}`;

      await signIn(page, person);
      await openRecord(page);
      await part(page).getByRole('button', { name: 'Publish a record' }).click();
      const field = part(page).getByLabel('Public name');
      await expect(field).toHaveValue('');
      await field.fill('a_b');
      await part(page).getByRole('button', { name: 'Continue' }).click();
      await expect(part(page)).toContainText('The name needs 3 to 30 letters');
      await field.fill(shown);
      await part(page).getByRole('button', { name: 'Continue' }).click();
      await expect(part(page)).toContainText(`What others will see at /record/${shown}`);
      await expect(part(page)).toContainText('No amount of money and no volume.');
      await expectNoFaults(page, 'what others will see', { widths: [viewport.width] });
      await part(page).getByRole('button', { name: 'Publish the record' }).click();
      await expect(part(page)).toContainText(`The record ${shown} is public.`);
      await expectNoFaults(page, 'a published record', { widths: [viewport.width] });

      const other = await stranger(browser, baseURL, viewport.width);
      await other.page.goto(`/record/${shown.toLowerCase()}`);
      await expect(heading(other.page, shown)).toBeVisible();
      await expect(other.page).toHaveTitle(new RegExp(`^${shown}: \\+[\\d.]+ R in 80 trades · `));
      await expect(other.page.getByText('Demo account', { exact: true })).toBeVisible();
      await expect(other.page.getByText('The only account of its owner; 0 resets.')).toBeVisible();
      const text = (await other.page.locator('body').innerText()).toLowerCase();
      for (const secret of ['77001234', 'hidden-broker', person.username, person.email])
        expect(text).not.toContain(secret.toLowerCase());
      await other.page.getByRole('button', { name: 'Show as table' }).first().click();
      await expect(
        other.page.getByRole('table', { name: 'Result at the last trade of each month' }),
      ).toBeVisible();
      await other.page.getByRole('button', { name: 'Next', exact: true }).click();
      await expect(other.page.getByText('26–50 of 80 trades')).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await other.page.emulateMedia({ colorScheme });
        await expectNoFaults(other.page, `a public record, ${colorScheme}`, {
          widths: [viewport.width],
        });
      }
      await other.page.getByRole('button', { name: 'Verify in your browser' }).click();
      await expect(heading(other.page, 'Verified')).toBeVisible();
      await expect(
        other.page.getByText('The figures on this page are those of the file'),
      ).toBeVisible();
      await expectNoFaults(other.page, 'a verified public record', { widths: [viewport.width] });

      await part(page).getByRole('button', { name: 'Take it back' }).click();
      await expect(part(page)).toContainText('is no longer public');
      await other.page.getByRole('button', { name: 'Verify again' }).click();
      await expect(heading(other.page, 'The record is no longer public')).toBeVisible();
      await other.page.reload();
      await expect(other.page).toHaveURL('/');
      const reply = await fetch(service.url + getPublicRecord.path.replace(':name', shown));
      expect(reply.status).toBe(404);
      await other.leave();
    });
  });
}

test('a page that shows other figures than its file is told apart, and a check can be cancelled', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const person = await signedUp(service.url);
  const token = await tokenOf(service.url, person);
  const account_id = await sendTrades(service.url, token, soundTrades(5, new Date()));
  await publish(service.url, token, { account_id, name: 'Other-Figures' });
  const { file, log } = makeRecord(60, {
    published: (standing) =>
      publishedRecord(
        standing,
        {
          name: 'Other-Figures',
          at: '2026-11-01T00:00:00.000Z',
          account: { type: 'demo', paper: false },
          owner: { accounts: 1, deleted: 0, resets: 0 },
          shows: { open: false, money: false },
        },
        null,
      ),
  });
  const context = page.context();
  await context.route('**/.well-known/log-key', (route) =>
    route.fulfill({ body: verifierKeyText(log.key) }),
  );
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let isHeld = true;
  await context.route('**/api/records/*/file', async (route) => {
    if (isHeld) await asked;
    await route.fulfill({ body: file }).catch(() => undefined);
  });
  await page.goto('/record/other-figures');
  await page.getByRole('button', { name: 'Verify in your browser' }).click();
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled. Nothing was verified.').last()).toBeVisible();
  isHeld = false;
  answer();
  await page.getByRole('button', { name: 'Verify in your browser' }).click();
  await expect(heading(page, 'Verified')).toBeVisible();
  await expect(page.getByText('The record has grown since these figures were made')).toBeVisible();
});
