import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { PLANS as PLAN_LIST } from '@quorate/contract/plans';
import { libraryOf } from '../../src/features/chat/library.ts';
import { createCleanText } from '../../src/features/chat/model/clean-text.ts';
import { createOfflineAssistant, ownWords } from '../../src/features/chat/offline-assistant.ts';
import { answerOfOwn } from '../../src/features/chat/own-data/own-answer.ts';
import type { OwnBot, OwnData, OwnPlan } from '../../src/features/chat/own-data/own-data.ts';
import { expectMarked, MARKED } from '../helpers/marked-words.ts';

const BOT: OwnBot = {
  condition: 'running',
  state: 'active',
  account_type: 'DEMO',
  open_positions: 2,
  last_seen: '2026-03-02T10:15:00.000Z',
  minutes_ago: 0,
};
const BOTS: readonly OwnBot[] = [
  BOT,
  { ...BOT, state: 'reducing', minutes_ago: 90 },
  { ...BOT, condition: 'offline', minutes_ago: 900, account_type: 'unknown' },
  { ...BOT, condition: 'stopped', minutes_ago: 9_000 },
];

const UNBILLED = {
  plan_name: 'Pro',
  amount: 39.5,
  currency: 'USD',
  billing_cycle: 'yearly',
  status: 'active',
} as const;
const SUBSCRIPTION = { ...UNBILLED, next_billing_date: '2026-04-01T00:00:00.000Z' };

const PLAN: OwnPlan = {
  plan: 'Pro',
  source: 'subscription',
  usd_a_month: 80,
  limits: { symbols_a_day: 5, trades_a_day: 50, requests_a_minute: 300, terminal_accounts: 2 },
  usage: {
    tokens_used: 1_500,
    token_limit: 8_000_000,
    tokens_remaining: 7_998_500,
    period_end: '2026-04-01T00:00:00.000Z',
  } as OwnPlan['usage'],
  subscription: SUBSCRIPTION,
};
const PLANS: readonly OwnPlan[] = [
  PLAN,
  {
    ...PLAN,
    limits: { ...PLAN.limits, symbols_a_day: -1, trades_a_day: -1, terminal_accounts: -1 },
    usage: { ...PLAN.usage, token_limit: -1 },
    subscription: { ...UNBILLED, billing_cycle: 'monthly' },
  },
  { ...PLAN, subscription: { ...SUBSCRIPTION, ends_at: '2026-04-01T00:00:00.000Z' } },
  { ...PLAN, subscription: { ...SUBSCRIPTION, status: 'past_due' } },
  {
    ...PLAN,
    subscription: {
      ...SUBSCRIPTION,
      status: 'past_due',
      access_until: '2026-04-01T00:00:00.000Z',
    },
  },
  { ...PLAN, subscription: { ...SUBSCRIPTION, status: 'paused' } },
  { ...PLAN, subscription: null, source: 'given' },
  { ...PLAN, subscription: null, source: 'payment' },
  { ...PLAN, subscription: null },
];

const FIGURES = {
  total_trades: 2,
  winning_trades: 1,
  losing_trades: 1,
  win_rate: 50,
  net_profit: 12.5,
  currency: 'USD',
} as Awaited<ReturnType<OwnData['readStatistics']>>['currencies'][number];

function ownOf(plan: OwnPlan, isEmpty: boolean): OwnData {
  return {
    readPlan: async () => plan,
    readBots: async () => (isEmpty ? [] : BOTS),
    readStatistics: async (period) => ({
      period,
      time_zone: 'UTC',
      practice: !isEmpty,
      currencies: isEmpty ? [] : [FIGURES, { ...FIGURES, currency: 'JPY' }],
    }),
    readDecisions: async () =>
      isEmpty
        ? []
        : ['practice', 'demo'].map((account_type) => ({
            at: '2026-03-02T10:15:00.000Z',
            account_type,
            symbol: 'EURUSD',
            action: 'BUY',
            agreeing: 2,
            quorum: 2,
            voters: 3,
            outcome: null,
          })),
  };
}

const OWN_QUESTIONS = [
  'Is my bot running?',
  'How many tokens do I have left?',
  'When is my next bill?',
  'How many symbols may I trade with my plan?',
  'What were my last decisions?',
  'What is my profit this week?',
  'What is my profit today?',
  'What is my profit of this month?',
  'What is my profit?',
  'What is my plan?',
];

describe('what the assistant writes goes through its i18n', () => {
  it('where it speaks of the asker’s own account', async () => {
    for (const plan of PLANS)
      for (const isEmpty of [true, false])
        for (const question of OWN_QUESTIONS) {
          const answer = await answerOfOwn(MARKED, ownOf(plan, isEmpty), question);
          assert.ok(answer !== null, question);
          expectMarked(answer);
        }
  });

  it('where it says who it is, and that it gives no advice or knows nothing', () => {
    for (const who of ['offline', 'model'] as const)
      for (const sentence of Object.values(ownWords(MARKED, DEFAULT_BRAND, who)))
        expectMarked(sentence);
  });

  it('where it quotes prices, plans and ways to reach us, and names the place', async () => {
    const { phoneHours, office } = DEFAULT_BRAND;
    const words = PLAN_LIST.flatMap(({ name, ai_analysis, support }) => [
      name,
      ai_analysis,
      support,
    ]);
    const composed = libraryOf(DEFAULT_BRAND, MARKED).filter(({ title }) => title.includes('⟦'));
    assert.equal(composed.length, PLAN_LIST.length + 2);
    for (const { page, title, parts } of composed)
      for (const text of [page, title, ...parts])
        expectMarked(text, [...words, phoneHours, office]);
    const answer = await createOfflineAssistant(DEFAULT_BRAND, { i18n: MARKED }).reply(
      'What do I get with Pro?',
      [],
    );
    assert.match(answer, /⟦From the ⟪⟦Pricing page⟧⟫, “⟪⟦⟪Pro⟫ plan⟧⟫”: ⟪\/pricing⟫⟧/);
  });

  it('where it leaves out a foreign address', () => {
    const clean = createCleanText([], MARKED);
    assert.match(clean('SEE https://evil.example/pay NOW'), /⟦\(address left out\)⟧/);
  });
});
