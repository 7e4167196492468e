import { fillPlaces, SITE_PLACES } from '@quorate/contract/site-settings';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { SITE } from '../../lib/site.ts';
import { type Answer, refusal, serve, silence } from '../../testing/handlers.ts';
import { BetaStrip } from './beta-strip.tsx';

const CALL = 'GET /api/site/figures';
const INVENTED = /5\+|50\+|55%|1:2(?!\d)/;

function computed(part: object = {}): Answer {
  return {
    body: {
      success: true,
      figures: {
        source: 'ledger',
        computed_at: '2026-11-20T14:05:00.000Z',
        active_traders: 12,
        simulated_trades: 1_234,
        win_rate: 51.86,
        risk_reward: 1.87,
        risk_reward_trades: 1,
        ...part,
      },
    },
  };
}

/** Figures lead to another page. */
function show() {
  render(<BetaStrip figures="ledger" />, { wrapper: MemoryRouter });
}

/** Each figure with its name and what it was computed from, in the order they are read. */
function shown(): (string | null)[] {
  const strip = screen.getByRole('region', { name: 'Beta figures' });
  return [...strip.querySelectorAll('dl > div')].map((row) => row.textContent);
}

describe('computed figures', () => {
  // @spec 10.24
  test('stand with the word beta, their sample, their time and their limits', async () => {
    serve({ [CALL]: computed() });
    show();
    const status = await screen.findByText(/^Last computed/);
    expect(status.textContent).toMatch(/closed trades: 20 Nov 2026, \d\d:05\.$/);
    expect(shown()).toEqual([
      'active beta testers betawith a trade closed in the last 30 days12',
      'simulated trades betaclosed on demo accounts1,234',
      'preliminary strategy accuracy betawon, of 1,234 closed demo trades51.86%',
      'average risk-reward ratio betaplanned in 1 closed demo trade1:1.87',
    ]);
    expect(screen.getByText(/hypothetical trading/)).toBeTruthy();
  });

  test('begin with real accounts, and lead to what they were computed from', async () => {
    const real = {
      provenance: 'real-agreed',
      trades: 240,
      accounts: 12,
      wins: 132,
      win_rate: { value: 0.55, low: 0.47, high: 0.63 },
      r_trades: 240,
      mean_r: { value: 0.118, low: -0.04, high: 0.276 },
      risk_reward: 1.8,
      risk_reward_trades: 240,
    };
    serve({ [CALL]: computed({ results: [real] }) });
    show();
    const words =
      'Real accounts: 55% (47% to 63%) of 240 closed trades won, +0.12 R (-0.04 to +0.28) on average, 12 accounts.';
    const link = await screen.findByRole('link', { name: words });
    expect(link.getAttribute('href')).toBe('/models#results');
    expect(screen.getByRole('link', { name: '51.86%' })).toBeTruthy();
  });

  test.each([
    [0, 0, 'Real accounts: no closed trade is counted yet.'],
    [3, 1, 'Real accounts: 3 closed trades of 1 account, too few accounts to say more.'],
  ])('say no more of %i real trades than there is', async (trades, accounts, words) => {
    const nothing = { wins: null, win_rate: null, r_trades: null, mean_r: null };
    const real = { provenance: 'real-agreed', trades, accounts, ...nothing };
    serve({ [CALL]: computed({ results: [real], win_rate: null, risk_reward: null }) });
    show();
    expect(await screen.findByText(words)).toBeTruthy();
    expect(shown()[2]).toBe('preliminary strategy accuracy betatoo few accounts yet–');
  });

  test('of many trades are brief, and name their number where it counts', async () => {
    serve({ [CALL]: computed({ active_traders: 99_999, simulated_trades: 1_234_567 }) });
    show();
    await screen.findByText(/^Last computed/);
    expect(shown().slice(0, 3)).toEqual([
      'active beta testers betawith a trade closed in the last 30 days99,999',
      'simulated trades betaclosed on demo accounts1.2M',
      'preliminary strategy accuracy betawon, of 1,234,567 closed demo trades51.86%',
    ]);
  });

  test('that nothing could be computed from say why', async () => {
    const nothing = { win_rate: null, risk_reward: null, risk_reward_trades: 0 };
    serve({ [CALL]: computed({ ...nothing, active_traders: 0, simulated_trades: 0 }) });
    show();
    await screen.findByText(/^Last computed/);
    expect(shown()).toEqual([
      'active beta testers betawith a trade closed in the last 30 days0',
      'simulated trades betaclosed on demo accounts0',
      'preliminary strategy accuracy betano closed demo trade yet–',
      'average risk-reward ratio betano demo trade with stop and target yet–',
    ]);
  });

  test.each<[string, Answer]>([
    ['no answer', new TypeError('down')],
    ['a failure', refusal(503, 'service_unavailable', 'Later.')],
    ['figures that are not computed', { body: { success: true, figures: { source: 'beta' } } }],
  ])('%s leaves them open and offers another try, which may succeed', async (_, answer) => {
    const answers: Record<string, Answer> = { [CALL]: answer };
    serve(answers);
    show();
    const retry = await screen.findByRole('button', { name: 'Retry' });
    expect(screen.getByRole('status').textContent).toBe('The figures could not be loaded.');
    expect(shown().join()).not.toMatch(INVENTED);
    answers[CALL] = computed();
    await userEvent.click(retry);
    expect(await screen.findByText('51.86%')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

test('the beta figures ask the service for nothing', async () => {
  const calls = serve({});
  render(<BetaStrip figures="beta" />);
  expect(shown().map((row) => row?.match(INVENTED)?.[0])).toEqual(['5+', '50+', '55%', '1:2']);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(calls).toEqual([]);
});

test.each(['beta', 'ledger'] as const)(
  'the built strip, filled for %s, is what the browser begins with',
  (figures) => {
    serve({ [CALL]: silence });
    const built = renderToStaticMarkup(<BetaStrip figures={SITE_PLACES.figures} />);
    const filled = fillPlaces(built, { ...SITE, figures });
    expect(filled).toBe(renderToStaticMarkup(<BetaStrip figures={figures} />));
    expect(INVENTED.test(filled)).toBe(figures === 'beta');
    expect(filled).not.toContain('{{');
  },
);
