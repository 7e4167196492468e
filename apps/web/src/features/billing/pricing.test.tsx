import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';

describe('the built-in plans', () => {
  // @spec 1.26, 2.43, 9.1, 9.2, 9.3, 9.4, 9.10, 10.3
  test.each([
    ['Free', '$0', ['300K', '20', '2', '3'], 'Community'],
    ['Starter', '$40', ['3M', '60', '5', '10'], 'Email'],
    ['Pro', '$80', ['8M', '300', '10', '20'], 'Priority'],
    ['Elite', '$380', ['Unlimited', '1,000', 'Unlimited', 'Unlimited'], 'Dedicated'],
  ])('%s costs %s a month and allows %o', async (name, price, limits, support) => {
    serve({ 'GET /api/saas/plans': new TypeError('down') });
    await renderApp('/pricing');
    const card = within(screen.getByRole('article', { name: new RegExp(`^${name}`) }));
    expect(card.getByText(price)).toBeTruthy();
    const facts = card.getAllByRole('definition').map((fact) => fact.textContent);
    expect(facts.slice(0, 4)).toEqual(limits);
    expect(facts.at(-1)).toBe(support);
  });
});

// @spec 2.38, 9.36, 9.38, 9.40, 9.41, 10.9
test.each([
  ['Can I change my plan later?', /at any time, and the change takes effect immediately/],
  [
    'What happens when I exceed my limits?',
    /pauses until your next billing cycle begins or you up/,
  ],
  ['Is there a money-back guarantee?', /30-day money-back guarantee/],
  ['Is there a free plan?', /The Free plan costs nothing/],
])('"%s" is answered', async (question, answer) => {
  serve({ 'GET /api/saas/plans': new TypeError('down') });
  await renderApp('/pricing');
  const entry = (await screen.findByText(question)).closest('details');
  expect(entry?.textContent).toMatch(answer);
});
