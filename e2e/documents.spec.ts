import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** All the words of a page as they are read, closed sections included: paper shows those, too. */
async function readPage(page: Page, path: string): Promise<string> {
  await page.emulateMedia({ media: 'print' });
  await page.goto(path);
  return (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ');
}

const GUIDE: [section: string, words: string[]][] = [
  [
    'requirements',
    ['Windows 10 or 11, 64-bit', '4 GB of memory; 8 GB recommended', 'about 720 MB'],
  ],
  ['terminal', ['Install MetaTrader 5', 'Algo Trading']],
  [
    'account',
    [
      'Free runs 1 terminal account, Premium any number',
      'Add Configuration is disabled',
      'unlimited terminal accounts, higher token limits, advanced analytics and priority support',
    ],
  ],
  [
    'bot',
    [
      'This configuration name',
      'The terminal path is found by itself',
      'Enter the terminal account number and password',
      'broker server from the list, and the account type, Demo or Real',
      'Risk per trade:',
      '1-2% is recommended, never above 2%',
      'Maximum daily trades:',
      '3-5 are recommended',
      'Daily loss limit:',
      'Weekly profit limit:',
      'Weekly loss limit:',
      'Currency pairs:',
      'Risk-reward ratio:',
      'at least 1:1.5',
      'the AI ensures at least 1:1 when it sets the take profit',
      'A stop loss is required on all trades',
    ],
  ],
  [
    'first-session',
    ['Configure:', 'Start the bot', 'Monitor', 'auto-syncs in every cycle of the bot', '30 days'],
  ],
  [
    'dashboard',
    [
      'Overview, Statistics and Trade History',
      'All Time, Today, Last 7 Days, Last 30 Days, or a Custom Period',
      'total trades, win rate, net profit, profit factor, winning and losing trades, total profit and loss, average win and loss, largest win and loss',
      'time, symbol, type (BUY or SELL), volume, price, P&L, account type and status',
      '(All, Demo, Real)',
      '10, 25, 50, 100, 200 or 500 rows a page; 50 is the default',
      '6 items, of which 4 are critical',
      'Setup Complete!',
      'green up to 70% of your tokens, yellow over 70% and red over 90%',
      'Sync MT5 History',
    ],
  ],
  ['troubleshooting', ['The bot does not connect', 'We reply within 24 hours']],
  ['best-practices', ['never above 2%', '3-5 trades a day']],
];

test('the guide says in its eight sections what a trader must know, with numbered steps and notices', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/guide');
  await expect(page.locator('summary h2')).toHaveText([
    /Requirements$/,
    /Terminal setup$/,
    /Account setup$/,
    /Bot configuration$/,
    /First session$/,
    /Dashboard features$/,
    /Troubleshooting$/,
    /Best practices$/,
  ]);
  for (const [section, expected] of GUIDE) {
    const words = (await page.locator(`#${section}`).innerText()).replaceAll(/\s+/g, ' ');
    for (const sentence of expected) expect.soft(words, section).toContain(sentence);
  }
  for (const kind of ['Note', 'Done', 'Warning', 'Error']) {
    await expect(page.locator('details').getByRole('img', { name: kind }).first()).toBeVisible();
  }
});

test('a section of the guide opens and closes, and its steps are numbered from one', async ({
  page,
}) => {
  await page.goto('/guide', { waitUntil: 'networkidle' });
  const step = page.getByText('Switch Algo Trading on');
  await expect(step).toBeHidden();
  await page.getByRole('heading', { name: 'Terminal setup' }).click();
  await expect(step).toBeVisible();
  const numbers = await page.locator('#terminal ol > li').evaluateAll((items) =>
    items.map((item) => {
      const own = getComputedStyle(item, '::before').content;
      const listed = getComputedStyle(item).listStyleType;
      return own !== 'none'
        ? own
        : listed !== 'none'
          ? listed
          : item.firstElementChild?.textContent;
    }),
  );
  expect(numbers).toHaveLength(5);
  for (const number of numbers) expect(number).toMatch(/counter|decimal|^\d$/);
  await page.getByRole('heading', { name: 'Terminal setup' }).click();
  await expect(step).toBeHidden();
});

for (const [path, sentences] of [
  [
    '/privacy',
    [
      'Last updated: Jan 10, 2025',
      'not for children under 13',
      'Payments are handled by third-party providers',
      'we reply within 24 hours',
    ],
  ],
  [
    '/refund',
    [
      'Last updated: Jan 10, 2025',
      'Payments for paid plans are final, except in two cases',
      'A billing mistake',
      'more than 72 consecutive hours',
      'processed in 5-7 business days',
      'access lasts to the end of the billing cycle',
      'We reply within 24 hours',
    ],
  ],
  [
    '/terms',
    [
      'Last updated: Jan 15, 2025',
      'at least 16 years old',
      'billed monthly or annually',
      'by third-party payment providers',
      'Payments for paid plans are otherwise final',
      'access lasts to the end of the billing cycle',
      'liability is capped at the payment of your last billing cycle',
      'pauses until the next billing cycle or an upgrade',
    ],
  ],
] as const) {
  test(`every rule of the policy stands on ${path}`, async ({ page }) => {
    const words = await readPage(page, path);
    for (const sentence of sentences) expect.soft(words).toContain(sentence);
  });
}
