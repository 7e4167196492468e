import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { serve, silence } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

/** The words of an element as they are read, line breaks aside. */
function wordsOf(element: Element | null): string {
  return element?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
}

function targetsIn(element: HTMLElement): (string | null)[] {
  return [...element.querySelectorAll('a')].map((link) => link.getAttribute('href'));
}

describe('home', () => {
  // @spec 1.17, 2.23, 2.26, 2.28
  test('begins and ends with the way to sign-up, and shows four features', async () => {
    serve({ 'GET /api/reviews': silence });
    await renderApp('/');
    const main = screen.getByRole('main');
    await within(main).findByRole('region', { name: 'Features' });
    const [hero, ...rest] = main.querySelectorAll('section');
    expect(hero && targetsIn(hero)).toContain('/signup');
    const closing = rest.at(-1);
    expect(closing && targetsIn(closing)).toEqual(['/signup', '/pricing']);
    const features = within(screen.getByRole('region', { name: 'Features' }));
    expect(features.getAllByRole('heading').map(wordsOf)).toEqual([
      'Multi-LLM analysis',
      'Automated execution',
      'Risk management',
      'Real-time analytics',
    ]);
  });
});

describe('about', () => {
  // @spec 1.20, 1.21, 1.22, 10.1
  test('has the mission, the four values and the founder’s journey', async () => {
    await renderApp('/about');
    const main = screen.getByRole('main');
    expect(wordsOf(main)).toContain('Our mission:');
    const values = within(main).getByRole('region', { name: 'Core values' });
    expect([...values.querySelectorAll('dt')].map(wordsOf)).toEqual([
      'Innovation',
      'Security',
      'Community',
      'Excellence',
    ]);
    const story = within(main).getByRole('region', { name: 'The story of Adeel Rahman' });
    expect(story.querySelectorAll('ol > li').length).toBeGreaterThan(2);
  });

  // @spec 1.19, 1.24, 10.23
  test('names its two claims with the word beta and their limits, and the models as others’', async () => {
    await renderApp('/about');
    const analysis = screen.getByRole('region', { name: 'The analysis' });
    expect([...analysis.querySelectorAll('dl > div')].map(wordsOf)).toEqual([
      'AI confidence beta94%',
      'analysis time beta0.3 s',
    ]);
    expect(wordsOf(analysis)).toContain('hypothetical');
    expect(wordsOf(analysis)).toContain('third-party language models');
  });

  // @spec 1.23
  test('ends with the ways to sign-up and to contact', async () => {
    await renderApp('/about');
    expect(targetsIn(screen.getByRole('main')).slice(-2)).toEqual(['/signup', '/contact']);
  });
});

// @spec 2.6, 2.91, 2.92, 9.42, 9.43, 10.1
test('contact names address, phone with its hours and office, and leads to the guide', async () => {
  await renderApp('/contact');
  const main = screen.getByRole('main');
  expect(targetsIn(main)).toEqual(['mailto:support@quorate.example', 'tel:+92425550100', '/guide']);
  for (const words of [
    'support@quorate.example',
    'We reply within 24 hours.',
    '+92 42 555 0100',
    'Mon-Fri 9AM-6PM PKT',
    'Lahore, Pakistan',
  ]) {
    expect(wordsOf(main)).toContain(words);
  }
});

describe('the guide', () => {
  // @spec 1.27, 1.29, 2.88, 3.26, 3.28, 4.34, 5.22, 5.23, 5.24, 9.31, 9.32, 9.34, 10.14
  test.each([
    ['requirements', ['Windows 10 or 11, 64-bit', '4 GB of memory; 8 GB recommended', '720 MB']],
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
        'give it a name',
        'The terminal path is found automatically',
        'Enter the terminal account number and password',
        'broker server from the list, and the account type, Demo or Real',
        'risk per trade, maximum daily trades, daily loss limit, weekly profit and loss limits, currency pairs and risk-reward ratio',
        '1-2% is recommended, never above 2%',
        '3-5 are recommended',
        'at least 1:1.5',
        'the AI ensures at least 1:1',
        'A stop loss is required on all trades',
      ],
    ],
    [
      'first-session',
      [
        'Choose your configuration and press Start Bot',
        'Watch it',
        'every cycle of the bot',
        '30 days',
      ],
    ],
    ['dashboard', ['Overview:', 'Statistics:', 'Trade History:']],
    ['troubleshooting', ['The bot does not connect', 'Orders are refused']],
    ['best-practices', ['Run a demo account', 'leave the loss limits on']],
  ])('says in %s what is to be known', async (id, sentences) => {
    await renderApp('/guide');
    // The guide is HTML first, and a part of its own in the browser.
    await waitFor(() => {
      const words = wordsOf(document.getElementById(id));
      for (const sentence of sentences) expect(words).toContain(sentence);
    });
  });

  // @spec 2.86, 2.87
  test('numbers its steps and has notices of all four kinds', async () => {
    await renderApp('/guide');
    const main = screen.getByRole('main');
    await waitFor(() =>
      expect(main.querySelectorAll('details ol > li').length).toBeGreaterThan(10),
    );
    for (const name of ['Note', 'Done', 'Warning', 'Error']) {
      const icons = within(main).getAllByRole('img', { name, hidden: true });
      expect(icons.length).toBeGreaterThan(0);
    }
  });
});

// @spec 2.93, 9.42, 9.44, 9.45, 9.46, 9.47, 9.48, 9.49, 9.50, 10.9
test.each([
  ['/refund', 'A billing mistake'],
  ['/refund', 'more than 72 consecutive hours'],
  ['/refund', 'processed in 5-7 business days'],
  ['/refund', 'Payments for paid plans are final'],
  ['/refund', 'access lasts to the end of the billing cycle'],
  ['/refund', 'We reply within 24 hours'],
  ['/terms', 'You must be at least 16 years old'],
  ['/terms', 'billed monthly or annually'],
  ['/terms', 'by third-party payment providers'],
  ['/terms', 'access lasts to the end of the billing cycle'],
  ['/terms', 'liability is capped at the payment of your last billing cycle'],
  ['/privacy', 'not for children under 13'],
  ['/privacy', 'Payments are handled by third-party providers'],
])('%s says "%s"', async (path, sentence) => {
  await renderApp(path);
  await waitFor(() => expect(wordsOf(screen.getByRole('main'))).toContain(sentence));
});
