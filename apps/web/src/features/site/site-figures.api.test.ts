import { getSiteFigures } from '@quorate/contract/site';
import { describe, expect, test } from 'vitest';
import { serve } from '../../testing/handlers.ts';
import { loadSiteFigures, readSiteFigures } from './ledger-figures.ts';

const FIGURES = {
  source: 'ledger',
  computed_at: '2026-11-20T14:05:00.000Z',
  active_traders: 12,
  simulated_trades: 1_234,
  win_rate: 51.86,
  risk_reward: 1.87,
  risk_reward_trades: 987,
};

const answer = (figures: unknown) => ({ success: true, figures });

test.each([
  ['figures', FIGURES],
  [
    'figures of nothing',
    {
      ...FIGURES,
      active_traders: 0,
      simulated_trades: 0,
      win_rate: null,
      risk_reward: null,
      risk_reward_trades: 0,
    },
  ],
  [
    'figures with the results behind them',
    {
      ...FIGURES,
      results: [
        {
          provenance: 'real-agreed',
          trades: 3,
          accounts: 1,
          wins: null,
          win_rate: null,
          r_trades: null,
          mean_r: null,
          risk_reward: null,
          risk_reward_trades: null,
        },
      ],
    },
  ],
])('asks where the contract says, and reads the contract’s %s', async (_, figures) => {
  const body = answer(figures);
  const calls = serve({ [`${getSiteFigures.method} ${getSiteFigures.path}`]: { body } });
  const read = await loadSiteFigures(new AbortController().signal);
  expect(read).toEqual(getSiteFigures.reply.parse(body).figures);
  expect(calls).toHaveLength(1);
});

describe('takes for no computed figures', () => {
  test.each([
    ['nothing', null],
    ['words', 'figures'],
    ['an answer without figures', { success: true }],
    ['the word that the others stand', answer({ source: 'beta' })],
    ['figures of another source', answer({ ...FIGURES, source: 'beta' })],
    ['a time that is none', answer({ ...FIGURES, computed_at: 'soon' })],
    ['a count in words', answer({ ...FIGURES, active_traders: '12' })],
    ['a rate in words', answer({ ...FIGURES, win_rate: '51.86' })],
    ['a rate that is absent', answer({ ...FIGURES, win_rate: undefined })],
    ['results that are none', answer({ ...FIGURES, results: [{ provenance: 'real-agreed' }] })],
    ['a ratio without its number', answer({ ...FIGURES, risk_reward_trades: null })],
  ])('%s', (_, content) => {
    expect(readSiteFigures(content)).toBeNull();
  });
});
