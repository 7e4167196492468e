import { expect, test, withEmptyService } from './support/test.ts';

const SIZES = [
  { name: 'a phone', width: 360, height: 740 },
  { name: 'a desk', width: 1440, height: 900 },
];

for (const { name, ...viewport } of SIZES) {
  test(`on ${name}, everybody watches the live demo, and nobody changes anything`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize(viewport);
    await withEmptyService(
      async ({ url }) => {
        await page.goto(url);
        await page.getByRole('main').getByRole('link', { name: 'Watch Demo' }).click();
        await page.waitForURL('**/demo');
        const bar = page.getByRole('region', { name: 'Live demo' });
        await expect(bar).toContainText('Nothing here is real money.');
        await expect(page.getByText('Practice · made-up market')).toBeVisible();
        await expect(page.getByText(/“Today” is \d+ \w+ \d{4} on its market/)).toBeVisible();
        const acts = /^(Pause|Resume|Close all|Settings|Delete|Start again|Add another|Change)/;
        await expect(page.getByRole('button', { name: acts })).toHaveCount(0);

        await page.getByRole('tab', { name: 'Statistics' }).click();
        await expect(page.getByRole('tabpanel').getByText('Net profit').first()).toBeVisible();
        await page.getByRole('tab', { name: 'Trade History' }).click();
        const trade = page.getByText(/\.practice/).first();
        await expect(async () => {
          await page.reload();
          await expect(trade).toBeVisible({ timeout: 5_000 });
        }).toPass({ timeout: 120_000 });
        await expect(page.getByRole('button', { name: /Import|Export|Sync/ })).toHaveCount(0);
        await page.locator('a[data-story][href^="/demo/decisions/"]').first().click();
        const story = page.getByRole('article');
        await expect(story).toContainText('made-up market');
        await expect(story.getByRole('button', { name: 'Try it' })).toHaveCount(0);
        await page.reload();
        await expect(story.getByRole('heading', { name: 'Votes' })).toBeVisible();
        await story.getByRole('link', { name: 'Trade History' }).click();
        await page.goto(`${url}/demo`);

        await bar.getByRole('link', { name: 'Start your own' }).click();
        await page.waitForURL('**/signup');
        // The service ends before the page does.
        await page.goto('about:blank');
      },
      { DEMO: 'on' },
    );
  });
}

test('a service without a demo has no page for it, and leads nobody there', async ({
  page,
  service,
}) => {
  expect((await fetch(`${service.url}/demo`)).status).toBe(404);
  expect(await (await fetch(`${service.url}/sitemap.xml`)).text()).not.toContain('/demo');
  await page.goto('/');
  await expect(page.getByRole('link', { name: /live demo/i })).toHaveCount(0);
});
