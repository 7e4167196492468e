import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const CARDS = [
  ['Free', '$0', '$0', ['300K', '20', '2', '3', '1', 'Basic', 'Community']],
  ['Starter', '$40', '$33.33', ['3M', '60', '5', '10', 'Unlimited', 'Advanced', 'Email']],
  ['Pro', '$80', '$66.67', ['8M', '300', '10', '20', 'Unlimited', 'Premium', 'Priority']],
  [
    'Elite',
    '$380',
    '$316.67',
    ['Unlimited', '1,000', 'Unlimited', 'Unlimited', 'Unlimited', 'Premium', 'Dedicated'],
  ],
] as const;
const NAMES = [
  'Tokens a month',
  'Requests a minute',
  'Symbols',
  'Daily trades',
  'Terminal accounts',
  'AI analysis',
  'Support',
];

/** The cards as they are read, from left to right. */
async function readCards(page: Page) {
  const cards = await page.getByRole('article').all();
  return Promise.all(
    cards.map(async (card) => ({
      title: (await card.getByRole('heading').innerText()).replaceAll(/\s+/g, ' '),
      price: await card.getByText(/^\$/).first().innerText(),
      names: await card.getByRole('term').allInnerTexts(),
      facts: await card.getByRole('definition').allInnerTexts(),
      target: await card.getByRole('link').getAttribute('href'),
    })),
  );
}

function expected(cycle: 'monthly' | 'yearly') {
  return CARDS.map(([name, monthly, yearly, facts]) => ({
    title: name === 'Pro' ? 'Pro Most Popular' : name,
    price: cycle === 'monthly' ? monthly : yearly,
    names: NAMES,
    facts,
    target: name === 'Free' ? '/signup' : `/checkout?plan=${name}&billing=${cycle}`,
  }));
}

// @spec 2.36, 2.37, 2.40, 2.41, 2.42, 2.43, 4.18, 9.1, 9.2, 9.3, 9.4, 9.10, 9.11
// @spec 9.12, 9.13, 10.3, 10.7
test('the four cards show their figures by month and by year, and their buttons lead where they say', async ({
  page,
}) => {
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  await expect(page.getByRole('radio', { name: 'Monthly' })).toBeChecked();
  await expect(page.getByText('Save 20%')).toBeVisible();
  await expect(page.getByText('Yearly: two months free.')).toBeVisible();
  expect(await readCards(page)).toEqual(expected('monthly'));
  await expect(page.getByText('Billed monthly.')).toHaveCount(3);

  await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
  expect(await readCards(page)).toEqual(expected('yearly'));
  for (const year of ['$400', '$800', '$3,800']) {
    await expect(page.getByText(`${year} billed annually: two months free.`)).toBeVisible();
  }
  await page.getByRole('radio', { name: 'Monthly' }).check({ force: true });
  expect(await readCards(page)).toEqual(expected('monthly'));

  await page.getByRole('link', { name: 'Choose Pro' }).click();
  await page.waitForURL('**/login');
  await page.goto('/pricing');
  await page.getByRole('main').getByRole('link', { name: 'Start for Free' }).click();
  await page.waitForURL('**/signup');
});

// @spec 8.5, 9.1, 9.2, 9.3, 9.4, 10.3
test('the cards are there, with the same figures, when the service does not answer', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED|503/);
  await page.route('**/api/saas/plans', (route) => route.abort());
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  expect(await readCards(page)).toEqual(expected('monthly'));
});

// @spec 9.13
test('the plans are asked for without a token, and those of the service are shown', async ({
  page,
}) => {
  const tokens: (string | undefined)[] = [];
  await page.addInitScript(() => localStorage.setItem('authToken', 'a-token'));
  await page.route('**/api/saas/plans', async (route) => {
    tokens.push(route.request().headers().authorization);
    const features = { ai_analysis: 'basic', symbols: -1, support: 'email' };
    const plan = { id: 2, name: 'Starter', monthly_cost: 45, token_limit: -1 };
    const more = { daily_trades: 9, terminal_accounts: -1 };
    await route.fulfill({
      json: {
        success: true,
        plans: [{ ...plan, rate_limit_per_minute: 61, features: { ...features, ...more } }],
      },
    });
  });
  await page.goto('/pricing');
  await expect(page.getByText('$45', { exact: true })).toBeVisible();
  const [card, ...others] = await readCards(page);
  expect(others).toEqual([]);
  expect(card?.facts.slice(0, 4)).toEqual(['Unlimited', '61', 'Unlimited', '9']);
  expect(tokens).toEqual([undefined]);
});

// @spec 2.38, 2.39, 9.36, 9.38, 9.40, 9.41, 10.9
test('the questions answer what is asked most, and sales is one link away', async ({ page }) => {
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  for (const [question, answer] of [
    [
      'Can I change my plan later?',
      'You can change plans at any time, and the change takes effect immediately.',
    ],
    [
      'What happens when I exceed my limits?',
      'The bot pauses until your next billing cycle begins or you upgrade.',
    ],
    ['Is there a money-back guarantee?', 'Paid plans come with a 30-day money-back guarantee.'],
    ['Is there a free plan?', 'The Free plan costs nothing and needs no card.'],
  ] as const) {
    const text = page.getByText(answer);
    await expect(text).toBeHidden();
    await page.getByText(question).click();
    await expect(text).toBeVisible();
  }
  await page.getByRole('link', { name: 'Contact sales' }).click();
  await page.waitForURL('**/contact');
});
