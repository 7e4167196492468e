import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '../lib/query/query-client.ts';
import { signInAs } from '../testing/builders.ts';
import { overview, planAnswer, timeZone, unavailable } from '../testing/dashboard.tsx';
import { buildDesk, buildDeskAccount, deskAnswer } from '../testing/desk.ts';
import { type Answer, serve, silence } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';
import { subscriptionAnswer } from '../testing/subscription.ts';

const DESK = 'GET /api/user/desk';

describe('the overview', () => {
  // @spec 2.75, 7.21, 7.22, 10.39
  test('shows today’s figures in the viewer’s own day, with their sample', async () => {
    signInAs();
    const calls = serve({ ...overview, [DESK]: deskAnswer(buildDesk()) });
    await renderApp('/dashboard');
    const today = within(await screen.findByRole('region', { name: 'Today' }));
    await today.findByText('66.67%');
    expect(today.getByText('-$12.50').className).toContain('loss');
    today.getByText('All time 55.50% of 200 trades.');
    const call = calls.find(({ path }) => path === '/api/user/desk');
    expect(call?.query).toEqual({ range: '1m', time_zone: timeZone });
    expect(call?.token).toBe('token');
  });

  test('names the trades of a made-up market as practice', async () => {
    signInAs();
    const accounts = [buildDeskAccount({ account_type: 'practice', name: 'Practice' })];
    serve({ ...overview, [DESK]: deskAnswer(buildDesk(), { accounts }) });
    await renderApp('/dashboard');
    await screen.findByText('All time 55.50% of 200 practice trades.');
  });

  test.each(['UTC', 'Pacific/Auckland'])(
    'names the day of a market in fast time as it is called, seen from %s',
    async (zone) => {
      vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
        ...new Intl.DateTimeFormat().resolvedOptions(),
        timeZone: zone,
      });
      onTestFinished(() => void vi.restoreAllMocks());
      signInAs();
      const desk = buildDesk();
      serve({
        ...overview,
        [DESK]: deskAnswer({
          ...desk,
          today: { ...desk.today, day: '2026-08-03' },
          hosted: {
            hosted_id: '0199aaaa-0000-7000-8000-000000000001',
            source: 'practice',
            pace: 'accelerated',
            state: 'running',
            paused_by: null,
            waits_for: null,
            market_time: '2026-08-03T12:00:00.000Z',
            in_real_time: false,
            next_bar_at: null,
          },
        }),
      });
      await renderApp('/dashboard');
      await screen.findByText(/“Today” is 3 Aug 2026 on its market\./);
      screen.getByText('66.67%');
    },
  );

  test('without an account shows dashes, and a sample that says that it is one', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    const today = within(await screen.findByRole('region', { name: 'Today' }));
    expect(today.getAllByText('–')).toHaveLength(4);
    const sample = await screen.findByRole('region', { name: 'Sample of a desk' });
    within(sample).getByText(/The figures are made up/);
    expect(sample.querySelector('[inert]')?.textContent).toContain('Open positions');
  });

  // @spec 2.74, 4.29
  test.each([
    [7_000_000, 'normal', '7M'],
    [7_000_001, 'high', '7M'],
    [9_000_000, 'high', '9M'],
    [9_000_001, 'critical', '9M'],
  ])('draws %i of 10 million tokens as %s', async (used, level, words) => {
    signInAs();
    serve({ ...overview, 'GET /api/user/dashboard': planAnswer({}, { tokens_used: used }) });
    await renderApp('/dashboard');
    const bar = await screen.findByRole('progressbar', { name: 'Tokens used' });
    expect(bar.dataset.level).toBe(level);
    expect(screen.getByText(words).title).toBe(`${used.toLocaleString('en-US')} tokens`);
  });

  // @spec 9.14
  test.each([
    [{ is_unlimited: true }, {}],
    [{}, { token_limit: -1, tokens_remaining: -1 }],
    [{}, { token_limit: 40_000_000, tokens_remaining: 33_000_000 }],
  ])('says that a plan without a limit is unlimited', async (plan, usage) => {
    signInAs();
    serve({ ...overview, 'GET /api/user/dashboard': planAnswer(plan, usage) });
    await renderApp('/dashboard');
    expect(await screen.findByText(/Your plan is unlimited/)).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('says how offline analysts and paper accounts are counted', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    const panel = within(await screen.findByRole('region', { name: 'Current plan' }));
    expect(
      panel.getByText('Offline analysts are metered at a flat 100 tokens per decision.'),
    ).toBeTruthy();
    expect(panel.getByText(/Paper accounts count their own market's days\.$/)).toBeTruthy();
  });

  // @spec 2.70, 4.25, 10.6
  test('shows a paid plan as an active monthly subscription', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    const panel = await screen.findByRole('region', { name: 'Subscription' });
    expect(await within(panel).findByText('Active')).toBeTruthy();
    expect(within(panel).getByText('$80.00 a month')).toBeTruthy();
  });

  // @spec 2.70, 4.24
  test('shows no subscription on Free', async () => {
    signInAs();
    serve({
      ...overview,
      'GET /api/user/dashboard': planAnswer({ name: 'Free', monthly_cost: 0 }),
      'GET /api/user/subscription': subscriptionAnswer(null),
    });
    await renderApp('/dashboard');
    expect(await screen.findByText('You have no subscription.')).toBeTruthy();
    expect(screen.queryByText('Active')).toBeNull();
  });

  // @spec 2.72
  test('says that the Windows app is not released, without a button that does nothing', async () => {
    signInAs();
    serve(overview);
    await renderApp('/dashboard');
    const panel = await screen.findByRole('region', { name: 'Desktop app' });
    await within(panel).findByText('The Windows app is not released yet.');
    expect(within(panel).queryByRole('button')).toBeNull();
  });

  // @spec 8.28, 8.29
  test('each call fails alone, with its own sentence, and loads at Retry', async () => {
    signInAs();
    let plan: Answer = unavailable;
    let subscription: Answer = unavailable;
    serve({
      ...overview,
      'GET /api/user/dashboard': () => plan,
      'GET /api/user/subscription': () => subscription,
    });
    await renderApp('/dashboard');
    expect(await screen.findByText('Failed to load dashboard data')).toBeTruthy();
    expect(screen.getByText('Failed to load subscription details')).toBeTruthy();
    expect(screen.queryByText('Failed to load your desk')).toBeNull();
    const retryIn = (name: string) =>
      within(screen.getByRole('region', { name })).getByRole('button', { name: 'Retry' });
    plan = planAnswer();
    await userEvent.click(retryIn('Current plan'));
    expect(await screen.findByRole('progressbar')).toBeTruthy();
    expect(screen.queryByText('Failed to load dashboard data')).toBeNull();
    subscription = subscriptionAnswer();
    await userEvent.click(retryIn('Subscription'));
    expect(await screen.findByText('Active')).toBeTruthy();
    expect(screen.queryByText('Failed to load subscription details')).toBeNull();
  });

  test('holds the place of what is on its way', async () => {
    signInAs();
    serve({
      ...overview,
      'GET /api/user/dashboard': silence,
      'GET /api/user/subscription': silence,
    });
    await renderApp('/dashboard');
    for (const name of ['Current plan', 'Subscription']) {
      const region = await screen.findByRole('region', { name });
      expect(region.querySelectorAll('[aria-hidden="true"]').length).toBeGreaterThan(0);
    }
  });

  test('holds the desk’s place while it loads', async () => {
    signInAs();
    serve({ ...overview, [DESK]: silence });
    await renderApp('/dashboard');
    await screen.findByRole('status', { name: 'Loading your desk' });
  });

  test('keeps what it knows when loading it again fails, and says so', async () => {
    signInAs();
    let answer: Answer = planAnswer();
    serve({ ...overview, 'GET /api/user/dashboard': () => answer });
    await renderApp('/dashboard');
    await screen.findByRole('progressbar');
    answer = unavailable;
    await act(() => queryClient.refetchQueries({ queryKey: ['dashboard'] }));
    expect(await screen.findByText('Failed to load dashboard data')).toBeTruthy();
    expect(screen.getByRole('progressbar')).toBeTruthy();
  });

  test('the desk fails alone, and loads at Retry', async () => {
    signInAs();
    let answer: Answer = unavailable;
    serve({ ...overview, [DESK]: () => answer });
    await renderApp('/dashboard');
    await screen.findByText('Failed to load your desk');
    await screen.findByRole('progressbar');
    answer = deskAnswer(buildDesk());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByText('$9,514.49');
  });
});

describe('the tabs', () => {
  // @spec 1.12, 2.68, 4.28
  test.each([
    ['overview', 'Overview'],
    ['statistics', 'Statistics'],
    ['history', 'Trade History'],
    ['nonsense', 'Overview'],
  ])('?tab=%s opens %s', async (tab, name) => {
    const user = signInAs();
    serve({ ...overview, [`GET /api/bot/trade-statistics/${user.id}`]: silence });
    await renderApp(`/dashboard?tab=${tab}`);
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(name);
  });

  // @spec 4.28
  test('stand in the address, which keeps the filter', async () => {
    const user = signInAs();
    serve({ ...overview, [`GET /api/bot/trade-statistics/${user.id}`]: silence });
    const router = await renderApp('/dashboard?tab=history&period=weekly');
    await userEvent.click(screen.getByRole('tab', { name: 'Statistics' }));
    expect(router.state.location.search).toBe('?tab=statistics&period=weekly');
  });
});
