import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildDecision, buildTrade, signInAs } from '../testing/builders.ts';
import { overview } from '../testing/dashboard.tsx';
import {
  buildBars,
  buildExplanation,
  buildListed,
  buildOutcome,
  buildVeto,
} from '../testing/explanation.ts';
import { type Answer, type Call, refusal, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

// jsdom has no canvas; what is drawn there is the chart's own matter.

function listOf(decisions: ReturnType<typeof buildListed>[], total = decisions.length): Answer {
  const pagination = { page: 1, per_page: 50, total, total_pages: Math.ceil(total / 50) };
  return { body: { success: true, decisions, pagination } };
}

/** Opens the list of decisions on what the service answers. */
async function openDecisions(
  answer: Answer | ((call: Call) => Answer),
  explanation?: ReturnType<typeof buildExplanation>,
  search = '',
) {
  signInAs();
  const id = explanation?.decision.decision_id;
  const calls = serve({
    ...overview,
    'GET /api/user/decisions': answer,
    ...(explanation
      ? { [`GET /api/user/decisions/${id}/explanation`]: { body: explanation } }
      : {}),
  });
  const router = await renderApp(`/dashboard?tab=history&view=decisions${search}`);
  const queries = () =>
    calls.filter(({ path }) => path === '/api/user/decisions').map(({ query }) => query);
  return { router, queries };
}

/** Opens the story of one decision from the list. */
async function openStory(part: Parameters<typeof buildExplanation>[0]) {
  const explanation = buildExplanation({ decision: buildDecision(), ...part });
  const listed = { ...explanation.decision, outcome: null, account_type: explanation.account_type };
  await openDecisions(listOf([listed]), explanation);
  const row = await screen.findByRole('link', { name: /explain the decision/ });
  const practice = screen.queryByText('Practice', { selector: 'td' });
  await userEvent.click(row);
  const page = await screen.findByRole('article');
  await within(page).findByRole('heading', { name: /What the analysts saw/ });
  const region = (name: string) =>
    within(within(page).getByRole('region', { name: new RegExp(name) }));
  return Object.assign(region, { page: within(page), practice });
}

describe('a decision on a made-up market', () => {
  test('says so in its row and in its story', async () => {
    const { page, practice } = await openStory({ account_type: 'practice' });
    expect(practice).toBeTruthy();
    expect(page.getByText('Practice · made-up market')).toBeTruthy();
  });

  test('is no matter of other accounts', async () => {
    const { page } = await openStory({ account_type: 'real' });
    expect(page.getByText('Real')).toBeTruthy();
    expect(screen.queryByText(/made-up market/)).toBeNull();
  });
});

describe('the list of decisions', () => {
  test('tells what became of each, and that a veto’s R is hypothetical', async () => {
    await openDecisions(
      listOf([
        buildListed({ kind: 'traded', profit: 42.5, currency: 'USD', r: 1.92, ending: 'target' }),
        buildListed({ kind: 'vetoed', rule: 'spread', r: -1, hypothetical: true, ending: 'stop' }),
        buildListed({ kind: 'held' }, { action: 'HOLD' }),
        buildListed(null),
      ]),
    );
    const table = await screen.findByRole('table', { name: /^Decisions, times in/ });
    const rows = within(table)
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent ?? '');
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('+1.92 R');
    expect(rows[0]).toContain('2 sell, 1 hold+$42.50, target reached');
    expect(rows[0]).not.toContain('hypothetical');
    expect(rows[1]).toContain('hypothetical -1.00 R');
    expect(rows[1]).toContain('Vetoed: spread');
    expect(rows[2]).toContain('Held');
    expect(rows[3]).toContain('Not reported');
  });

  test('keeps its filter in the address, and any change leads to the first page', async () => {
    const { router, queries } = await openDecisions(
      listOf([buildListed(null)], 500),
      undefined,
      '&page=3',
    );
    await userEvent.selectOptions(await screen.findByLabelText('Outcome'), 'vetoed');
    expect(router.state.location.search).toContain('outcome=vetoed');
    expect(router.state.location.search).not.toContain('page=');
    await userEvent.type(screen.getByLabelText('Symbol'), 'GBPUSD{Enter}');
    expect(router.state.location.search).toContain('symbol=GBPUSD');
    expect(queries()[0]).toMatchObject({ page: '3', outcome: 'all' });
    expect(queries().at(-1)).toMatchObject({ page: '1', outcome: 'vetoed', symbol: 'GBPUSD' });
  });

  test('is reached from the trades by a switch', async () => {
    const user = signInAs();
    serve({
      ...overview,
      [`GET /api/bot/trade-statistics/${user.id}`]: refusal(503, 'service_unavailable', 'Not now.'),
      'GET /api/user/decisions': listOf([]),
    });
    const router = await renderApp('/dashboard?tab=history');
    await userEvent.click(await screen.findByRole('button', { name: 'Decisions' }));
    expect(await screen.findByText('No decisions yet')).toBeTruthy();
    expect(router.state.location.search).toBe('?tab=history&view=decisions');
    expect(screen.getByRole('button', { name: 'Decisions', pressed: true })).toBeTruthy();
  });

  test('that is empty by its filter offers all of them', async () => {
    const { router } = await openDecisions(listOf([]), undefined, '&outcome=traded');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all decisions' }));
    expect(router.state.location.search).toBe('?tab=history&view=decisions');
  });

  test('that cannot be loaded says so', async () => {
    await openDecisions(refusal(404, 'not_found', 'Nothing was found.'));
    expect(await screen.findByText('Failed to load decisions')).toBeTruthy();
  });
});

test('a story whose reasons were erased for their age says after how many days', async () => {
  const decision = buildDecision({ decided_at: '2026-08-01T12:00:00.000Z' });
  await openStory({ decision, erased_at: '2026-10-30T15:00:00.000Z' });
  expect(await screen.findByText(/reasons were erased after 90 days\. This decision/)).toBeTruthy();
});

describe('the address of a story', () => {
  test('is a page of its own, and leads back to the list as it was', async () => {
    const explanation = buildExplanation({ decision: buildDecision() });
    const listed = {
      ...explanation.decision,
      outcome: null,
      account_type: explanation.account_type,
    };
    const id = listed.decision_id;
    const { router } = await openDecisions(listOf([listed]), explanation, '&outcome=held');
    await userEvent.click(await screen.findByRole('link', { name: /explain the decision/ }));
    await screen.findByRole('article');
    const { pathname, search } = router.state.location;
    expect(`${pathname}${search}`).toBe(`/dashboard/decisions/${id}?view=decisions&outcome=held`);
    await userEvent.click(screen.getByRole('link', { name: 'Trade History' }));
    await screen.findByRole('link', { name: /explain the decision/ });
    expect(router.state.location.search).toBe('?view=decisions&outcome=held&tab=history');
  });

  test('of before stories had pages leads to it', async () => {
    const explanation = buildExplanation({ decision: buildDecision() });
    const id = explanation.decision.decision_id;
    const { router } = await openDecisions(listOf([]), explanation, `&decision=${id}`);
    await screen.findByRole('article');
    expect(router.state.location.pathname).toBe(`/dashboard/decisions/${id}`);
  });

  test('that names no story leads home', async () => {
    signInAs();
    serve(overview);
    const router = await renderApp('/dashboard/decisions');
    expect(router.state.location.pathname).toBe('/');
  });

  test('leads on to the stories before and after it', async () => {
    const beside = (symbol: string) => ({
      account_id: buildTrade().account_id,
      decision_id: buildDecision().decision_id,
      position_ticket: null,
      symbol,
      at: '2026-11-20T12:00:00.000Z',
    });
    const next = beside('GBPUSD');
    const { page } = await openStory({ previous: null, next });
    expect(page.getByRole('link', { name: 'Next' }).getAttribute('href')).toBe(
      `/dashboard/decisions/${next.decision_id}?view=decisions`,
    );
    expect(page.queryByRole('link', { name: 'Previous' })).toBeNull();
  });
});

describe('the story of a decision', () => {
  test('tells the weight of each vote', async () => {
    const region = await openStory({});
    expect(region('Votes').getAllByText('33%')).toHaveLength(3);
  });

  test('of a trade has every check with value and limit, the fill, and the net in R', async () => {
    const trade = buildTrade({ profit: 42.5, take_profit: 1.078, close_price: 1.078 });
    const region = await openStory({
      outcome: buildOutcome(),
      bars: buildBars(),
      trade: { ...trade, r: 1.92 },
    });
    const rows = region('Risk desk').getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Risk a trade1%≤ 5%',
      'Spread12 points≤ 36',
      'Trades of the day, plan2none',
      'Loss at the stop$98.70≤ $100.00',
    ]);
    expect(region('Order and fill').getByText('71-1')).toBeTruthy();
    expect(region('Order and fill').getByText('+2 points against you')).toBeTruthy();
    const result = region('Result');
    expect(result.getByText('+$42.50')).toBeTruthy();
    expect(result.getByText('+1.92 R')).toBeTruthy();
    expect(result.queryByText('Hypothetical')).toBeNull();
    expect(
      result.getByText(
        '2 of 3 analysts agreed to sell (61% for a fall); it reached its target after 2 h.',
      ),
    ).toBeTruthy();
  });

  test('of a veto names the rule, and what would have happened as hypothetical', async () => {
    const region = await openStory({ outcome: buildVeto(), bars: buildBars() });
    const desk = region('Risk desk');
    expect(desk.getByText(/The spread of EURUSD is 52 points/)).toBeTruthy();
    expect(
      within(desk.getByRole('row', { name: /52 points/ })).getByLabelText('refused'),
    ).toBeTruthy();
    const result = region('Result');
    expect(result.getByText('Refused')).toBeTruthy();
    expect(result.getByText('Hypothetical')).toBeTruthy();
    expect(result.getByRole('slider', { name: /^SELL EURUSD on its candles/ })).toBeTruthy();
    const shadow = region('What the refused order would have done');
    expect(shadow.getByText(/would have reached its target: \+1\.90 R/)).toBeTruthy();
    expect(shadow.getByText(/no statistic counts it/)).toBeTruthy();
  });

  test('of a hold asks nothing of the desk', async () => {
    const region = await openStory({ decision: buildDecision({ action: 'HOLD' }) });
    expect(region('Risk desk').getByText(/asked for nothing/)).toBeTruthy();
    expect(region('Result').getByText('No trade')).toBeTruthy();
  });
});
