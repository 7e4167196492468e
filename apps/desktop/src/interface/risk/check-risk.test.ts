import { riskProfile } from '@quorate/bot/profiles/profile';
import { describe, expect, test } from 'vitest';
import { buildConfiguration } from '../testing/builders.ts';
import { checkRisk, MORE_RISK_FIELDS, moneyWords, RISK_FIELDS, riskDraftOf } from './check-risk.ts';
import { readPairs, riskWarning } from './risk-settings.tsx';

const risk = buildConfiguration().risk;
const draft = riskDraftOf(risk);

test('settings come through the form as they went in', () => {
  expect(checkRisk(draft, null)).toEqual({ kind: 'right', risk });
  const all = { ...risk, weekly_profit_limit_percent: 12.5, losses_in_a_row_limit: 4 };
  expect(checkRisk(riskDraftOf(all), null)).toEqual({ kind: 'right', risk: all });
});

describe('the bounds that the form shows are those of the profile', () => {
  for (const setting of [...RISK_FIELDS, ...MORE_RISK_FIELDS]) {
    const { field, label, least, most, whole = false, optional = false } = setting;
    const schema = riskProfile.shape[field];
    test(label, () => {
      const step = whole ? 1 : 0.001;
      expect(schema.safeParse(least).success).toBe(true);
      expect(schema.safeParse(most).success).toBe(true);
      expect(schema.safeParse(least - step).success).toBe(false);
      expect(schema.safeParse(most + step).success).toBe(false);
      expect(schema.safeParse(null).success).toBe(optional);
      expect(schema.safeParse(least + 0.5).success).toBe(!whole);
    });
  }
});

test('the form shows the settings of the guide in its order, and every other one', () => {
  expect(RISK_FIELDS.map(({ label }) => label)).toEqual([
    'Risk per trade',
    'Maximum daily trades',
    'Daily loss limit',
    'Weekly profit limit',
    'Weekly loss limit',
    'Risk-reward ratio',
  ]);
  const shown = [...RISK_FIELDS, ...MORE_RISK_FIELDS].map(({ field }) => field as string);
  expect([...shown, 'currency_pairs'].sort()).toEqual(Object.keys(riskProfile.shape).sort());
});

test('each fault names the value and the limit', () => {
  const checked = checkRisk(
    {
      ...draft,
      risk_per_trade_percent: '5',
      maximum_daily_trades: '2.5',
      daily_loss_limit_percent: '',
      minimum_risk_reward: 'two',
      weekly_loss_limit_percent: '0',
    },
    null,
  );
  expect(checked).toEqual({
    kind: 'wrong',
    faults: {
      'risk.risk_per_trade_percent': '5 is too large: enter 0.01 to 2.',
      'risk.maximum_daily_trades': '“2.5” cannot be used: enter a whole number from 1 to 1,000.',
      'risk.daily_loss_limit_percent': 'It is empty: enter a number from 0.1 to 100.',
      'risk.minimum_risk_reward': '“two” cannot be used: enter a number from 1 to 20.',
      'risk.weekly_loss_limit_percent': '0 is too small: enter 0.1 to 100.',
    },
  });
});

test('a comma may stand for the point, and an empty limit that may be empty is none', () => {
  const checked = checkRisk(
    { ...draft, risk_per_trade_percent: ' 1,5 ', drawdown_limit_percent: '' },
    null,
  );
  expect(checked).toEqual({
    kind: 'right',
    risk: { ...risk, risk_per_trade_percent: 1.5, drawdown_limit_percent: null },
  });
});

test('what only looks like a number is none', () => {
  for (const text of ['1e1', '0x1', '-1', '+1', '1.', '.5', '1 000', '1,000.5', 'Infinity', '١']) {
    const checked = checkRisk({ ...draft, maximum_daily_trades: text }, null);
    expect(checked.kind, text).toBe('wrong');
  }
});

test('more pairs than the plan allows are told with both figures', () => {
  const pairs = ['EURUSD', 'GBPUSD', 'USDJPY'];
  expect(checkRisk({ ...draft, currency_pairs: pairs }, 2)).toEqual({
    kind: 'wrong',
    faults: { 'risk.currency_pairs': 'These are 3, and your plan allows 2: remove 1.' },
  });
  expect(checkRisk({ ...draft, currency_pairs: pairs }, 3).kind).toBe('right');
  const many = Array.from({ length: 65 }, (_, at) => `PAIR${at}`);
  expect(checkRisk({ ...draft, currency_pairs: many }, null)).toEqual({
    kind: 'wrong',
    faults: { 'risk.currency_pairs': 'These are 65, and at most 64: remove 1.' },
  });
  expect(checkRisk({ ...draft, currency_pairs: [] }, null).kind).toBe('wrong');
});

test('typed pairs are read one by one, in any of the usual ways', () => {
  expect(readPairs('eurusd, GBPUSD;usdjpy', ['GBPUSD'])).toEqual({
    added: ['EURUSD', 'USDJPY'],
    fault: 'GBPUSD is there already.',
  });
  expect(readPairs('XAUUSD#', [])).toEqual({ added: ['XAUUSD#'], fault: null });
  expect(readPairs('EUR/USD', []).fault).toContain('“EUR/USD” is no symbol');
  expect(readPairs(' ,; ', [])).toEqual({ added: [], fault: null });
});

test('a percentage is told in money of the account, and only where that is known', () => {
  const equity = { amount: 10_000, currency: 'USD' };
  expect(moneyWords('1', equity)).toBe('Now about $100.00 of $10,000.00.');
  expect(moneyWords('1', null)).toBeNull();
  expect(moneyWords('x', equity)).toBeNull();
});

test('settings that are right alone and odd together are warned about', () => {
  expect(riskWarning(draft)).toBeNull();
  expect(riskWarning({ ...draft, weekly_loss_limit_percent: '3' })).toContain('(3%)');
  expect(riskWarning({ ...draft, daily_loss_limit_percent: '0.5' })).toContain('(0.5%)');
});
