import { expect, test } from './support/test.ts';

test.describe('home', () => {
  test('begins with Start for Free and Watch Demo, and ends with the ways to sign-up and pricing', async ({
    page,
  }) => {
    await page.goto('/');
    const main = page.getByRole('main');
    const hero = main.locator('section').first();
    await expect(hero.getByRole('link')).toHaveAttribute('href', '/signup');
    await expect(hero.getByRole('link', { name: 'Start for Free' })).toBeVisible();
    await expect(hero.getByRole('button', { name: 'Watch Demo' })).toBeVisible();
    // Asked for anew each time: the reviews come in later, above it.
    const last = main.locator('section').last().getByRole('link');
    await expect(last).toHaveCount(2);
    await last.nth(1).click();
    await page.waitForURL('**/pricing');
    await page.goto('/');
    await last.first().click();
    await page.waitForURL('**/signup');
    await page.goto('/');
    await main.getByRole('link', { name: 'Start for Free' }).first().click();
    await page.waitForURL('**/signup');
  });

  test('shows four beta figures with the word beside each and their limits below, then four features', async ({
    page,
  }) => {
    await page.goto('/');
    const strip = page.getByRole('region', { name: 'Beta figures' });
    const names = await strip.getByRole('term').allInnerTexts();
    expect(names.map((name) => name.replaceAll(/\s+/g, ' ').toLowerCase())).toEqual([
      'active beta testers beta',
      'simulated trades beta',
      'preliminary strategy accuracy beta',
      'average risk-reward ratio beta',
    ]);
    expect(await strip.getByRole('definition').allInnerTexts()).toEqual([
      '5+',
      '50+',
      '55%',
      '1:2',
    ]);
    await expect(strip.getByText(/hypothetical/)).toBeVisible();
    const features = page.getByRole('region', { name: 'Features' });
    await expect(features.getByRole('heading')).toHaveText([
      'Multi-LLM analysis',
      'Automated execution',
      'Risk management',
      'Real-time analytics',
    ]);
    await expect(features.getByText(/stop loss, take profit and position size/i)).toBeVisible();
  });

  test('Watch Demo shows five steps in their order, forth, back and by name, and ends at sign-up', async ({
    page,
  }) => {
    // With less motion the steps wait for the reader.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const steps = ['Snapshot', 'Votes', 'Verdict', 'Order', 'Outcome'];
    await page.goto('/');
    await page.getByRole('button', { name: 'Watch Demo' }).click();
    const demo = page.getByRole('dialog');
    const next = demo.getByRole('button', { name: 'Next' });
    for (const step of steps) {
      await expect(demo.getByRole('heading', { level: 3 })).toHaveText(step);
      await expect(demo.locator('[aria-current=step]')).toHaveText(step);
      if (step !== 'Outcome') await next.click();
    }
    await expect(next).toHaveCount(0);
    await demo.getByRole('button', { name: 'Back' }).click();
    await expect(demo.getByRole('heading', { level: 3 })).toHaveText('Order');
    await demo.getByRole('button', { name: 'Snapshot' }).click();
    await expect(demo.getByRole('heading', { level: 3 })).toHaveText('Snapshot');
    await demo.getByRole('button', { name: 'Close' }).click();
    await expect(demo).toHaveCount(0);
    await page.getByRole('button', { name: 'Watch Demo' }).click();
    await demo.getByRole('button', { name: 'Outcome' }).click();
    await demo.getByRole('link', { name: 'Start for Free' }).click();
    await page.waitForURL('**/signup');
  });
});

test('about has its mission, claims, values, the founder’s journey and the ways to sign-up and contact', async ({
  page,
}) => {
  await page.goto('/about');
  const main = page.getByRole('main');
  await expect(main.getByText(/^Our mission: /)).toBeVisible();
  const analysis = main.getByRole('region', { name: 'The analysis' });
  const claims = (await analysis.getByRole('term').allInnerTexts()).map((name) =>
    name.replaceAll(/\s+/g, ' ').toLowerCase(),
  );
  expect(claims).toEqual(['ai confidence beta', 'analysis time beta']);
  expect(await analysis.getByRole('definition').allInnerTexts()).toEqual(['94%', '0.3 s']);
  await expect(analysis.getByText(/hypothetical/)).toBeVisible();
  await expect(analysis.getByText(/third-party language models/)).toBeVisible();
  const values = main.getByRole('region', { name: 'Core values' });
  await expect(values.getByRole('term')).toHaveText([
    'Innovation',
    'Security',
    'Community',
    'Excellence',
  ]);
  const story = main.getByRole('region', { name: 'The story of Adeel Rahman' });
  expect(await story.getByRole('list').getByRole('heading').count()).toBeGreaterThan(2);
  const links = main.getByRole('link');
  await links.nth(-1).click();
  await page.waitForURL('**/contact');
  await page.goto('/about');
  await links.nth(-2).click();
  await page.waitForURL('**/signup');
});
