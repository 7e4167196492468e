import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildDecision, buildHistory, buildTrade, signInAs } from '../../testing/builders.ts';
import { overview, unavailable } from '../../testing/dashboard.tsx';
import { type Answer, type Call, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { matching, placesOf } from './places.ts';

beforeEach(() => sessionStorage.clear());

const decision = { ...buildDecision({ symbol: 'EURUSD' }), outcome: null, account_type: 'demo' };
const decisionsAnswer: Answer = {
  body: {
    success: true,
    decisions: [decision],
    pagination: { page: 1, per_page: 5, total: 1, total_pages: 1 },
  },
};

async function openPalette(trades: Answer | ((call: Call) => Answer | Promise<Answer>)) {
  const user = signInAs();
  const path = `/api/bot/trade-statistics/${user.id}`;
  const calls = serve({
    ...overview,
    [`GET ${path}`]: trades,
    'GET /api/user/decisions': decisionsAnswer,
  });
  const router = await renderApp('/dashboard');
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /^Search pages/ });
  const texts = () => calls.filter((call) => call.path === path).map(({ query }) => query.text);
  return { router, field, texts, calls };
}

const found = buildTrade({ position_ticket: '4711', profit: 19 });
const history: Answer = { body: buildHistory({ trades: [found] }) };

const results = () => within(screen.getByRole('listbox', { name: 'Results' }));
const options = () =>
  results()
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const chosen = () => results().getByRole('option', { selected: true }).textContent;

test('it opens by its button and by Ctrl-K, with the field in focus and places to go to', async () => {
  const { field } = await openPalette(history);
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  expect(chosen()).toBe('OverviewDashboard');
  expect(field.getAttribute('aria-activedescendant')).toBe(
    results().getByRole('option', { selected: true }).id,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Search/ }));
  expect(screen.getByRole('listbox', { name: 'Results' })).toBeTruthy();
});

test('arrows choose, Enter goes there, and what was chosen is offered first the next time', async () => {
  const { router } = await openPalette(history);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(chosen()).toContain('Board of models');
  await userEvent.keyboard('statis');
  expect(chosen()).toBe('StatisticsDashboard');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?tab=statistics'));
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.keyboard('{Meta>}k{/Meta}');
  const recent = await screen.findByRole('group', { name: 'Recent' });
  expect(within(recent).getAllByRole('option')).toHaveLength(1);
  expect(chosen()).toBe('Statistics');
});

test('it finds trades and decisions, once typing rests', async () => {
  const { router, field, texts, calls } = await openPalette(history);
  await userEvent.type(field, 'eurusd');
  const trades = await screen.findByRole('group', { name: 'Trades' });
  await within(trades).findByText('EURUSD BUY +$19.00');
  expect(within(trades).getByText(/ticket 4711/)).toBeTruthy();
  expect(texts()).toEqual(['eurusd']);
  expect(calls.filter(({ path }) => path === '/api/user/decisions')[0]?.query).toMatchObject({
    symbol: 'EURUSD',
    per_page: '5',
  });
  const decisions = within(screen.getByRole('group', { name: 'Decisions' }));
  const visited: string[] = [];
  router.subscribe(({ location }) => visited.push(location.pathname));
  await userEvent.click(decisions.getByRole('option'));
  expect(visited[0]).toBe(`/dashboard/decisions/${decision.decision_id}`);
});

test('an answer to older letters is not shown', async () => {
  const held: ((answer: Answer) => void)[] = [];
  const { field } = await openPalette((call) =>
    call.query.text === 'old'
      ? new Promise<Answer>((resolve) => {
          held.push(resolve);
        })
      : { body: buildHistory({ trades: [buildTrade({ symbol: 'NEWER' })] }) },
  );
  await userEvent.type(field, 'old');
  await waitFor(() => expect(held).toHaveLength(1));
  await userEvent.clear(field);
  await userEvent.type(field, 'newer');
  await screen.findByText(/^NEWER BUY/);
  held[0]?.({ body: buildHistory({ trades: [buildTrade({ symbol: 'OLDER' })] }) });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByText(/^OLDER BUY/)).toBeNull();
});

test('hostile letters are looked for as they are, and a failure says what happened', async () => {
  const { field, texts } = await openPalette(unavailable);
  await userEvent.type(field, '%_\\');
  await screen.findByText(/^Your trades could not be searched/);
  expect(texts()).toEqual(['%_\\']);
  expect(options()).toEqual(['Find “%_\\” in the trade history']);
});

test('places are found by every word that was typed, in the demo without settings', () => {
  expect(matching(placesOf('/dashboard'), 'settings pass').map(({ label }) => label)).toEqual(
    ['Passkeys', 'Password and address'].toSorted((a) => (a.startsWith('Password') ? -1 : 1)),
  );
  expect(placesOf('/demo').every(({ to }) => !to.startsWith('/dashboard'))).toBe(true);
});
