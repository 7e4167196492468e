import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TradeStatistics } from '@quorate/contract/trades';
import { i18nOf } from '../../../words/i18n.ts';
import { answerOfOwn } from './own-answer.ts';
import type { OwnData, OwnPlan } from './own-data.ts';

const I18N = i18nOf('en');

const PLAN: OwnPlan = {
  plan: 'Pro',
  source: 'subscription',
  usd_a_month: 80,
  limits: { symbols_a_day: 5, trades_a_day: 50, requests_a_minute: 300, terminal_accounts: 2 },
  usage: {
    token_limit: 8_000_000,
    tokens_used: 1_234_567,
    tokens_remaining: 6_765_433,
    period_start: '2026-03-01T00:00:00.000Z',
    period_end: '2026-04-01T00:00:00.000Z',
  },
  subscription: {
    plan_name: 'Pro',
    amount: 80,
    currency: 'USD',
    status: 'active',
    billing_cycle: 'monthly',
    next_billing_date: '2026-04-01T00:00:00.000Z',
  },
};

const DOLLARS: TradeStatistics = {
  currency: 'USD',
  total_trades: 12,
  winning_trades: 8,
  losing_trades: 4,
  break_even_trades: 0,
  win_rate: 66.67,
  net_profit: 12_345.6,
  total_profit: 20_000,
  total_loss: -7_654.4,
  profit_factor: 2.612876,
  profit_factor_text: '2.61',
  average_win: 2_500,
  average_loss: -1_913.6,
  largest_win: 5_000,
  largest_loss: -3_000,
  expectancy: 1_028.8,
  total_costs: -84,
  average_r: 0.42,
  trades_with_r: 12,
};

function own(plan: OwnPlan = PLAN, currencies: readonly TradeStatistics[] = [DOLLARS]): OwnData {
  return {
    readPlan: async () => plan,
    readStatistics: async (period) => ({ period, time_zone: 'UTC', practice: false, currencies }),
    readBots: async () => [],
    readDecisions: async () => [
      {
        at: '2026-03-02T10:15:00.000Z',
        account_type: 'demo',
        symbol: 'EURUSD',
        action: 'HOLD',
        agreeing: 1,
        quorum: 3,
        voters: 3,
        outcome: 'held',
      },
    ],
  };
}

describe('a question about one’s own figures', () => {
  for (const [question, answer] of [
    [
      'How many tokens do I have left?',
      'You have used 1,234,567 tokens of 8,000,000 on your Pro plan; 6,765,433 are left until 2026-04-01.',
    ],
    [
      'Hi, what is my plan?',
      'You are on the Pro plan (80 USD a month in the price list). Your subscription costs 80 USD a month; the next bill is on 2026-04-01.',
    ],
    [
      "what's my win rate this month",
      'This month (UTC): 12 closed trades in USD, 8 won and 4 lost; win rate 66.67 %, net profit 12,345.60 USD.',
    ],
    [
      'How much profit did I make today?',
      'Today (UTC): 12 closed trades in USD, 8 won and 4 lost; win rate 66.67 %, net profit 12,345.60 USD.',
    ],
    ['my latest decisions', '2026-03-02 10:15 UTC EURUSD: HOLD, 1 of 3 agreed; held'],
  ] as const)
    it(`is answered: "${question}"`, async () => {
      assert.equal(
        await answerOfOwn(I18N, own(), question),
        `${answer}\n\nFrom your account: /dashboard`,
      );
    });

  it('is answered for each currency apart: amounts of two have no sum', async () => {
    const yen = {
      ...DOLLARS,
      currency: 'JPY',
      total_trades: 1,
      losing_trades: 0,
      net_profit: -5_000,
    };
    const answer = await answerOfOwn(
      I18N,
      own(PLAN, [DOLLARS, { ...yen, winning_trades: 1, win_rate: 100 }]),
      'How much profit did I make?',
    );
    assert.equal(
      answer,
      [
        'Over all time:',
        '12 closed trades in USD, 8 won and 4 lost; win rate 66.67 %, net profit 12,345.60 USD.',
        '1 closed trade in JPY, 1 won and 0 lost; win rate 100 %, net profit -5,000 JPY.',
        '',
        'From your account: /dashboard',
      ].join('\n'),
    );
  });

  it('is answered where there is no closed trade', async () => {
    assert.match(
      (await answerOfOwn(I18N, own(PLAN, []), 'What is my profit this week?')) ?? '',
      /^This week \(UTC\) there is no closed trade in your history\./,
    );
  });

  for (const question of [
    'How do I cancel my subscription?',
    'Can I change my plan?',
    'What if I run out of tokens?',
    'What are tokens?',
    'Is there a free plan?',
    'Why is my trade history empty?',
    'How much does the Elite plan cost?',
    'Will I make a profit?',
  ])
    it(`is not "${question}"`, async () => {
      assert.equal(await answerOfOwn(I18N, own(), question), null);
    });

  for (const [name, plan, words] of [
    ['without a limit', { ...PLAN, usage: { ...PLAN.usage, token_limit: -1 } }, /no token limit/],
  ] as const)
    it(`is answered ${name}`, async () => {
      assert.match((await answerOfOwn(I18N, own(plan), 'How many tokens did I use?')) ?? '', words);
    });

  for (const [name, changes, words] of [
    ['none', { source: 'free', subscription: null }, /You have no subscription\./],
    ['a gift', { source: 'given', subscription: null }, /An operator gave it to you/],
    ['an arriving one', { source: 'payment', subscription: null }, /follows in a moment/],
    [
      'one that ends',
      { subscription: { ...PLAN.subscription, ends_at: '2026-04-01T00:00:00.000Z' } },
      /is cancelled and ends on 2026-04-01/,
    ],
    [
      'one that is overdue',
      {
        subscription: {
          ...PLAN.subscription,
          status: 'past_due',
          access_until: '2026-03-08T00:00:00.000Z',
        },
      },
      /is overdue; the plan holds until 2026-03-08/,
    ],
    [
      'one with cents',
      { subscription: { ...PLAN.subscription, amount: 1_019.9, currency: 'EUR' } },
      /costs 1,019\.90 EUR a month/,
    ],
    ['a paused one', { subscription: { ...PLAN.subscription, status: 'paused' } }, /is paused/],
  ] as const)
    it(`tells of the subscription when there is ${name}`, async () => {
      const plan = { ...PLAN, ...changes } as OwnPlan;
      assert.match((await answerOfOwn(I18N, own(plan), 'What is my plan?')) ?? '', words);
    });
});

describe('figures of a made-up market', () => {
  it('say in each answer that they are practice', async () => {
    const plain = own();
    const practised: OwnData = {
      ...plain,
      readStatistics: async (period) => ({
        ...(await plain.readStatistics(period)),
        practice: true,
      }),
      readDecisions: async () =>
        (await plain.readDecisions()).map((each) => ({ ...each, account_type: 'practice' })),
    };
    const results = 'What is my profit?';
    const decisions = 'What were my last decisions?';
    assert.match(
      (await answerOfOwn(I18N, practised, results)) ?? '',
      /practice money on a made-up market/,
    );
    assert.match(
      (await answerOfOwn(I18N, practised, decisions)) ?? '',
      /EURUSD \(practice\): HOLD/,
    );
    for (const question of [results, decisions])
      assert.doesNotMatch((await answerOfOwn(I18N, plain, question)) ?? '', /practice/);
  });
});
