import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildReview, signInAs } from '../testing/builders.ts';
import { type Answer, refusal, serve, silence } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

const noReviews = {
  body: {
    success: true,
    reviews: [],
    pagination: { page: 1, per_page: 50, total: 0, total_pages: 0 },
  },
};

describe('home', () => {
  // @spec 1.18, 2.1, 2.25, 10.23
  test('names the four beta figures with the word beta and their limits', async () => {
    serve({ 'GET /api/reviews': silence });
    await renderApp('/');
    const strip = screen.getByRole('region', { name: 'Beta figures' });
    const figures = [...strip.querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(figures).toEqual([
      'active beta testers beta5+',
      'simulated trades beta50+',
      'preliminary strategy accuracy beta55%',
      'average risk-reward ratio beta1:2',
    ]);
    expect(strip.textContent).toMatch(/hypothetical/);
  });

  test('says of its decision cards that they are recorded, simulated and chosen', async () => {
    serve({ 'GET /api/reviews': silence });
    await renderApp('/');
    const decisions = await screen.findByRole('region', { name: 'What a decision looks like' });
    expect(within(decisions).getAllByText('Recorded, simulated')).toHaveLength(2);
    expect(decisions.textContent).toMatch(
      /one run of the paper bot on a made-up market, with our rule analysts voting\. They were chosen/,
    );
    expect(decisions.textContent).toMatch(/Refused trades are followed too/);
  });

  // @spec 2.24
  test('Watch Demo leads to the live demo, and without one to the recorded decisions', async () => {
    serve({ 'GET /api/reviews': silence });
    await renderApp('/');
    const [live, recorded] = screen.getAllByRole('link', { name: 'Watch Demo' });
    expect(live?.getAttribute('href')).toBe('/demo');
    expect(live?.dataset.demo).toBe('');
    expect(recorded?.getAttribute('href')).toBe('/#decision');
    await screen.findByRole('region', { name: 'What a decision looks like' });
    expect(document.getElementById('decision')).toBeTruthy();
  });

  // @spec 2.27, 7.6
  test('loads the reviews', async () => {
    serve({
      'GET /api/reviews': {
        body: { ...noReviews.body, reviews: [buildReview({ comment: 'Honest about losses.' })] },
      },
    });
    await renderApp('/');
    expect(await screen.findByText('Honest about losses.')).toBeTruthy();
  });

  test('a review refused for want of a session leads to sign-in', async () => {
    signInAs();
    serve({
      'GET /api/reviews': noReviews,
      'POST /api/reviews': refusal(401, 'unauthorized', 'Please sign in.'),
    });
    const router = await renderApp('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Write a Review' }));
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Comment' }),
      'Long enough words',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Submit Review' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(localStorage.getItem('authToken')).toBeNull();
  });
});

describe('pricing', () => {
  const figures = (name: string) => {
    const card = screen.getByRole('article', { name: new RegExp(name) });
    return [...card.querySelectorAll('dl > div')].map((row) => row.textContent);
  };
  const target = (name: string) =>
    within(screen.getByRole('article', { name: new RegExp(name) }))
      .getByRole('link')
      .getAttribute('href');

  // @spec 2.43, 7.9, 8.5, 9.1
  test.each<[string, Answer]>([
    ['cannot be reached', new TypeError('down')],
    ['answers with nonsense', { body: { success: true, plans: [{ name: 'Gold' }] } }],
    ['has no plans', { body: { success: true, plans: [] } }],
  ])('shows the built-in plans when the service %s', async (_, answer) => {
    const calls = serve({ 'GET /api/saas/plans': answer });
    signInAs();
    await renderApp('/pricing');
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.token).toBeNull();
    expect(figures('Free').slice(0, 4)).toEqual([
      'Tokens a month300K',
      'Requests a minute20',
      'Symbols2',
      'Daily trades3',
    ]);
    expect(figures('Pro').slice(0, 4)).toEqual([
      'Tokens a month8M',
      'Requests a minute300',
      'Symbols10',
      'Daily trades20',
    ]);
    expect(figures('Elite').slice(0, 4)).toEqual([
      'Tokens a monthUnlimited',
      'Requests a minute1,000',
      'SymbolsUnlimited',
      'Daily tradesUnlimited',
    ]);
  });

  // @spec 2.2, 2.37
  test('shows the plans of the service', async () => {
    const features = {
      ai_analysis: 'basic',
      symbols: 7,
      support: 'email',
      daily_trades: 9,
      terminal_accounts: 2,
    };
    serve({
      'GET /api/saas/plans': {
        body: {
          success: true,
          plans: [
            {
              id: 9,
              name: 'Starter',
              monthly_cost: 45,
              token_limit: 2_500_000,
              rate_limit_per_minute: 61,
              features,
            },
          ],
        },
      },
    });
    await renderApp('/pricing');
    expect(await screen.findByText('$45')).toBeTruthy();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(figures('Starter')).toContain('Tokens a month2.5M');
  });

  // @spec 2.36, 2.40, 2.41, 4.18, 9.11, 9.12, 10.7
  test('the toggle shows a year as a monthly amount billed annually, and changes the links', async () => {
    serve({ 'GET /api/saas/plans': silence });
    await renderApp('/pricing');
    expect(screen.getByText('Save 20%')).toBeTruthy();
    expect(screen.getAllByText(/two months free/i).length).toBeGreaterThan(0);
    expect(screen.getByText('$40')).toBeTruthy();
    expect(target('Free')).toBe('/signup');
    expect(target('Pro')).toBe('/checkout?plan=Pro&billing=monthly');
    await userEvent.click(screen.getByRole('radio', { name: 'Yearly' }));
    expect(screen.getByText('$33.33')).toBeTruthy();
    expect(screen.getByText('$400 billed annually: two months free.')).toBeTruthy();
    expect(target('Elite')).toBe('/checkout?plan=Elite&billing=yearly');
    expect(target('Free')).toBe('/signup');
  });

  // @spec 2.39, 2.42
  test('flags Pro alone as Most Popular, and links to sales', async () => {
    serve({ 'GET /api/saas/plans': silence });
    await renderApp('/pricing');
    expect(screen.getByText('Most Popular').closest('article')).toBe(
      screen.getByRole('article', { name: /Pro/ }),
    );
    expect((await screen.findByRole('link', { name: 'Contact sales' })).getAttribute('href')).toBe(
      '/contact',
    );
  });
});

// @spec 2.5, 2.85
test('the guide has its eight sections, closed', async () => {
  await renderApp('/guide');
  await screen.findByRole('heading', { name: 'Best practices', level: 2 });
  const sections = [...document.querySelectorAll('details')];
  expect(sections.map((section) => section.querySelector('h2')?.lastChild?.textContent)).toEqual([
    'Requirements',
    'Terminal setup',
    'Account setup',
    'Bot configuration',
    'First session',
    'Dashboard features',
    'Troubleshooting',
    'Best practices',
  ]);
  expect(sections.some((section) => section.open)).toBe(false);
});

// @spec 1.16, 2.7, 2.93, 5.25, 5.26, 9.51, 10.18
test.each([
  ['/privacy', 'Jan 10, 2025', 'under 13'],
  ['/refund', 'Jan 10, 2025', '72 consecutive'],
  ['/terms', 'Jan 15, 2025', 'at least 16'],
])('%s carries its date and its rule', async (path, date, rule) => {
  await renderApp(path);
  const text = screen.getByRole('main').textContent?.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`Last updated: ${date}`);
  expect(text).toContain(rule);
});
