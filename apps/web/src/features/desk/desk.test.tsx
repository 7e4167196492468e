import type { Desk, DeskBot, DeskHosted } from '@quorate/contract/desk';
import { votesText } from '@quorate/ui/decision-words';
import { limitText } from '@quorate/ui/limits-words';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { overview, timeZone } from '../../testing/dashboard.tsx';
import { buildDesk, buildDeskAccount, DESK_ACCOUNT_ID, deskAnswer } from '../../testing/desk.ts';
import { serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { decisionText, deskState, ifStoppedText } from './desk-words.ts';

const DESK = 'GET /api/user/desk';
const NOW = Date.parse('2026-11-20T12:00:04.000Z');
const OTHER_ID = '00000000-0000-7000-8000-00000000d002';

beforeEach(() => {
  signInAs();
  vi.setSystemTime(NOW);
  return () => vi.useRealTimers();
});

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the desk', () => {
  test('shows equity, limits, positions and decisions, each with its way on', async () => {
    serve({ ...overview, [DESK]: deskAnswer(buildDesk()) });
    await renderApp('/dashboard');
    const strip = await region('Equity and limits');
    for (const words of ['$9,514.49', '-$89.29', '0.9 of 5%', '4.9 of 10%']) strip.getByText(words);
    strip.getByText(/^Headroom \$374\.50 after open risk\. New day in 10 h 0 min\.$/);
    const positions = await region('Open positions');
    expect(positions.getByRole('link').getAttribute('href')).toBe(
      '/dashboard/decisions/00000000-0000-7000-8000-00000000e001',
    );
    positions.getByText('+$41.20');
    positions.getByText(
      /^If everything is stopped out now: -\$36\.21\. You would be \$374\.50 above/,
    );
    positions.getByText(/^no new trades /);
    const decisions = await region('Last decisions');
    const [, first] = decisions.getAllByRole('link');
    expect(first?.textContent).toContain(
      '2 sell, 1 buy, 1 abstained: No trade: too little agreement (1, needs 1.3)',
    );
    const curve = await region('Equity curve');
    curve.getByText('From $9,400.00 to $9,514.49, lowest $9,400.00, highest $9,600.00.');
    const month = await region('November');
    month.getByText('+$175.25');
    month.getByText('18: +$187.75, 2 trades');
    month.getByText('1 day up, 1 down. Darker is bigger.');
  });

  test('says what is not known, and never 0 for it', async () => {
    const unknown = buildDesk({
      equity: null,
      balance: null,
      limits: null,
      positions: [],
      decisions: [],
      events: null,
      today: { day: '2026-11-20', trades: 0, wins: 0, losses: 0, net: 0, change: null },
      all_time: { trades: 0, wins: 0 },
      month: { net: 0, days: [] },
      curve: { ...buildDesk().curve, points: [], marks: [] },
    });
    serve({ ...overview, [DESK]: deskAnswer(unknown) });
    await renderApp('/dashboard');
    const strip = await region('Equity and limits');
    strip.getByText('Change of today not known');
    strip.getByText(/^Limits are not known yet/);
    expect(
      within(await screen.findByRole('region', { name: 'Today' })).getAllByText('–'),
    ).toHaveLength(4);
    (await region('Open positions')).getByText('Nothing is open.');
    (await region('Last decisions')).getByText(/^No decision yet/);
    (await region('Equity curve')).getByText(/begins once your bot has reported its balance/);
    (await region('November')).getByText('No closed trade this month.');
  });

  test('says of positions that were not sent that they are open', async () => {
    serve({ ...overview, [DESK]: deskAnswer(buildDesk({ positions: [], more_positions: 2 })) });
    await renderApp('/dashboard');
    const positions = await region('Open positions');
    positions.getByText('2');
    positions.getByText('Your bot has not sent their figures yet.');
  });

  test('names the figures of a bot that is gone by their time', async () => {
    serve({ ...overview, [DESK]: deskAnswer(buildDesk({ as_of: '2026-11-20T11:57:00.000Z' })) });
    await renderApp('/dashboard');
    (await region('Equity and limits')).getByText(/^Equity as of 20 Nov 2026, /);
  });

  test('asks for another time and another account, which stay in the address', async () => {
    const accounts = [
      buildDeskAccount(),
      buildDeskAccount({ account_id: OTHER_ID, login: '7', name: null }),
    ];
    const calls = serve({
      ...overview,
      [DESK]: ({ query }) =>
        deskAnswer(buildDesk({ account_id: query.account_id ?? DESK_ACCOUNT_ID }), { accounts }),
    });
    const router = await renderApp('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: '1W, one week' }));
    await waitFor(() =>
      expect(
        screen.getByRole('button', { name: '1W, one week' }).getAttribute('aria-pressed'),
      ).toBe('true'),
    );
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Account' }), OTHER_ID);
    await waitFor(() => expect(router.state.location.search).toBe(`?on=${OTHER_ID}`));
    await waitFor(() =>
      expect(calls.findLast(({ path }) => path === '/api/user/desk')?.query).toEqual({
        range: '1w',
        time_zone: timeZone,
        account_id: OTHER_ID,
      }),
    );
  });

  test('sends a command once, after it has asked', async () => {
    const { bot } = buildDesk();
    let isGiven = false;
    const command = `POST /api/user/bots/${bot?.bot_id}/commands`;
    const calls = serve({
      ...overview,
      [DESK]: () => deskAnswer(buildDesk({ bot: bot && { ...bot, commanded: isGiven } })),
      [command]: ({ body }) => {
        isGiven = true;
        return {
          body: {
            success: true,
            command: {
              ...(body as object),
              asked_at: '2026-11-20T12:00:04.000Z',
              received_at: null,
              done_at: null,
              result: null,
            },
          },
        };
      },
    });
    await renderApp('/dashboard');
    await userEvent.click(await screen.findByRole('button', { name: 'Close all' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText(/The bot closes 1 open position at the market/);
    await userEvent.click(dialog.getByRole('button', { name: 'Close everything' }));
    await screen.findByText('Your command is on its way.');
    expect(
      calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/commands')),
    ).toHaveLength(1);
  });
});

describe('words of the desk', () => {
  const bot = (changes: Partial<DeskBot>): Desk =>
    buildDesk({ bot: { ...(buildDesk().bot as DeskBot), ...changes } });
  const hosted = (changes: Partial<DeskHosted>): Desk =>
    buildDesk({
      hosted: {
        hosted_id: OTHER_ID,
        source: 'practice',
        pace: 'real_time',
        state: 'running',
        paused_by: null,
        waits_for: null,
        market_time: '2026-11-20T12:00:00.000Z',
        in_real_time: true,
        next_bar_at: '2026-11-20T13:00:00.000Z',
        ...changes,
      },
    });

  test.each([
    [bot({}), 'Trading', ['entries_off', 'close_all']],
    [
      bot({ last_heartbeat_at: '2026-11-20T11:57:00.000Z' }),
      'Offline',
      ['entries_off', 'close_all'],
    ],
    [bot({ ended_at: '2026-11-20T11:57:00.000Z' }), 'Not running', ['entries_off', 'close_all']],
    [bot({ state: 'reducing', stopped: true }), 'Opens nothing new', ['resume', 'close_all']],
    [{ ...bot({ state: 'halted', stopped: true }), positions: [] }, 'Paused', ['resume']],
    [buildDesk({ bot: null }), 'No bot', []],
    [hosted({}), 'Trading', ['entries_off', 'close_all']],
    [hosted({ state: 'paused', paused_by: 'owner' }), 'Paused', ['resume', 'close_all']],
    [hosted({ state: 'waiting', waits_for: 'plan' }), 'Waiting', ['entries_off', 'close_all']],
  ] as const)('name the state and what may be asked: %#', (desk, word, asks) => {
    const state = deskState(desk as Desk, NOW, 'UTC');
    expect([state.word, state.asks]).toEqual([word, asks]);
    expect(state.sentence).toMatch(/^[A-Z].*\.$/);
  });

  test('an ended bot says how long ago, and what protects what is open', () => {
    const ended = bot({ ended_at: '2026-11-20T11:57:00.000Z' });
    expect(deskState(ended, NOW, 'UTC').sentence).toBe(
      'Stopped 3 min ago. Start it again in the app. Until then only the broker’s stops protect what is open.',
    );
  });

  test.each([
    [{ action: 'BUY', outcome: 'traded' }, ['Buy', '']],
    [{ action: 'SELL', outcome: 'held' }, ['Sell', 'not sent']],
    [{ action: 'BUY', outcome: 'vetoed', refused_by: 'Spread' }, ['Refused', 'Spread']],
    [{ action: 'BUY', outcome: 'vetoed' }, ['Refused', 'by the risk desk']],
    [
      { action: 'HOLD', held_by: { name: 'direction', value: 0, limit: 1 } },
      ['No trade', 'no direction'],
    ],
    [{ action: 'HOLD', held_by: null }, ['No trade', 'hold']],
  ] as const)('say what a decision came to: %#', (changes, words) => {
    const [held] = buildDesk().decisions;
    if (!held) throw new Error('there is a decision');
    const { verdict, words: rest } = decisionText({ ...held, held_by: null, ...changes });
    expect([verdict, rest]).toEqual(words);
  });

  test('count votes, and name a limit that is not known with a dash', () => {
    expect(votesText(['BUY', 'SELL', 'SELL', null])).toBe('2 sell, 1 buy, 1 abstained');
    expect(votesText([])).toBe('nobody voted');
    const [line] = buildDesk().limits?.lines ?? [];
    expect(line && limitText({ ...line, used_percent: null })).toEqual(['Day limit', '– of 5%']);
  });

  test('say nothing of a stop-out that cannot be worked out', () => {
    expect(ifStoppedText(buildDesk({ limits: null }), 'USD')).toBeNull();
    expect(ifStoppedText(buildDesk({ equity: null }), 'USD')).toBeNull();
  });
});
