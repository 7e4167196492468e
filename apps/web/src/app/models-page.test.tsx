import type { ModelsReply } from '@quorate/contract/models-board';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { refusal, serve } from '../testing/handlers.ts';
import { renderApp } from '../testing/render-app.tsx';

const MODEL: ModelsReply['models'][number] = {
  rank: 1,
  analyst: 'atlas',
  model: 'atlas-large-2',
  provider: 'openai-compatible',
  symbol: 'EURUSD',
  timeframe: 'H1',
  accounts: 7,
  asked: 420,
  abstained: 21,
  outcomes: 399,
  effective: 59.6,
  rises: 200,
  accuracy: { value: 0.61, low: 0.5, high: 0.71 },
  base_rate: 0.501,
  brier: 0.231,
  brier_climatology: 0.25,
  log_loss: 0.66,
  log_loss_climatology: 0.692,
  skill: { value: 0.076, low: 0.012, high: 0.14 },
  curve: [
    { from: 0.6, to: 0.7, outcomes: 399, said: 0.62, came: { value: 0.6, low: 0.5, high: 0.7 } },
  ],
  cost_per_decision_micro_usd: 250,
  latency_p50_ms: 501,
  latency_p95_ms: 1_259,
};
const SHORT = {
  ...MODEL,
  rank: null,
  symbol: null,
  timeframe: null,
  analyst: 'trend',
  provider: 'offline',
  outcomes: 40,
  skill: null,
};
const RATES = {
  wins: null,
  win_rate: null,
  r_trades: null,
  mean_r: null,
  risk_reward: null,
  risk_reward_trades: null,
};

const BOARD: ModelsReply = {
  success: true,
  board: {
    day: '2026-03-02',
    published_at: '2026-03-02T00:05:00.000Z',
    checked_at: '2026-03-02T00:05:00.000Z',
    log_index: 1_042,
    least_accounts: 5,
    least_outcomes: 200,
    analysts: ['atlas', 'trend'],
    symbols: ['EURUSD', 'other'],
    timeframes: ['H1'],
    active_traders: 7,
  },
  models: [MODEL, SHORT],
  results: [
    { provenance: 'real-agreed', trades: 12, accounts: 2, ...RATES },
    {
      ...RATES,
      provenance: 'demo-agreed',
      trades: 50,
      accounts: 7,
      win_rate: { value: 0.45, low: 0.36, high: 0.54 },
      r_trades: 50,
      mean_r: { value: 0.18, low: -0.08, high: 0.44 },
    },
    { provenance: 'paper-live', trades: 0, accounts: 0, ...RATES },
  ],
  pagination: { page: 1, per_page: 12, total: 2, total_pages: 1 },
};
const NOTHING: ModelsReply = { ...BOARD, board: null, models: [], results: [] };

describe('the page of the board of models', () => {
  test('shows each row with its figures, and results of each provenance by itself', async () => {
    serve({ 'GET /api/models': { body: BOARD } });
    await renderApp('/models');
    const atlas = await screen.findByRole('row', { name: /^1.*atlas.*EURUSD H1/ });
    for (const words of [
      '+7.6%',
      '+1.2% to +14.0%',
      '61% vs 50%',
      '0.231 vs 0.250',
      '501 ms',
      '95% within 1.3 s',
      '$0.00025',
      '7 accounts',
      '5% abstained',
    ])
      expect(atlas.textContent).toContain(words);
    const short = screen.getByRole('row', { name: /Trend analyst.*other symbols/ });
    expect(short.textContent).toMatch(/rule, no model.*Too few to rank.*–/);
    const results = within(screen.getByRole('region', { name: 'Results' }));
    const [real, demo, paper] = results
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(real).toMatch(/Real accounts.*Win rate–too few accounts/);
    expect(demo).toMatch(/Demo accounts.*Win rate45%36% to 54%Mean result\+0\.18 R/);
    expect(paper).toMatch(/Win rate–no trade yet/);
    expect(screen.getByText(/entry 1,042 of the log/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
      '/api/models.csv',
    );
  });

  test('asks for what the address says, and puts a choice into it', async () => {
    const calls = serve({ 'GET /api/models': { body: BOARD } });
    const router = await renderApp('/models?symbol=EURUSD&sort=brier&page=2&analyst=');
    await screen.findByRole('row', { name: /^1.*atlas.*EURUSD H1/ });
    expect(calls.at(-1)?.query).toEqual({
      page: '2',
      per_page: '12',
      sort_by: 'brier',
      sort_order: 'asc',
      symbol: 'EURUSD',
    });
    await userEvent.selectOptions(screen.getByLabelText('Model'), 'trend');
    expect(router.state.location.search).toBe('?symbol=EURUSD&sort=brier&analyst=trend');
  });

  test('says why nothing is ranked, and takes no zero for it', async () => {
    serve({ 'GET /api/models': { body: NOTHING } });
    await renderApp('/models');
    expect(await screen.findByText('Nothing is ranked yet')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Results' }).textContent).toContain(
      'No trade is counted yet.',
    );
    expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull();
  });

  test('offers another try where the board does not come', async () => {
    const answers: Parameters<typeof serve>[0] = {
      'GET /api/models': refusal(503, 'service_unavailable', 'Later.'),
    };
    serve(answers);
    await renderApp('/models');
    expect(await screen.findByText('The board could not be loaded')).toBeTruthy();
    answers['GET /api/models'] = { body: NOTHING };
    await userEvent.click(screen.getByRole('button', { name: /try again|retry/i }));
    expect(await screen.findByText('Nothing is ranked yet')).toBeTruthy();
  });
});
