import { signedUp } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

// @spec 10.27
test('a developer finds a call in the footer’s page, reads it and tries it', async ({
  page,
  service,
}) => {
  // A line that is wider than a phone.
  const person = await signedUp(service.url);
  const reply = await page.request.post(`${service.url}/api/reviews`, {
    headers: { authorization: `Bearer ${await tokenOf(service.url, person)}` },
    data: { rating: 4, comment: 'It refuses more often than it trades, and says why each time.' },
  });
  expect(reply.status()).toBe(200);
  await page.goto(service.url);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Developers' }).click();
  await expect(page).toHaveURL(`${service.url}/developers`);
  await page.getByLabel('Find a call').fill('newest first');
  await page.locator('#listReviews > summary').click();
  await expect(page.locator('#listReviews')).toContainText('total_pages');
  await page.getByRole('button', { name: 'Try this call' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('"reviews"');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoFaults(page, `the developers’ page, ${colorScheme}`, {
      widths: [360, 768, 1440],
    });
  }
});

test('an address of a call opens it, and the document behind the page is OpenAPI 3.1', async ({
  page,
  service,
}) => {
  await page.goto(`${service.url}/developers#sendHeartbeat`);
  await expect(page.locator('#sendHeartbeat')).toHaveAttribute('open', '');
  await expect(page.locator('#sendHeartbeat')).toBeInViewport();
  const reply = await page.request.get(`${service.url}/api/openapi.json`);
  expect(((await reply.json()) as { openapi: string }).openapi).toBe('3.1.0');
});
