import { expect, test } from 'vitest';
import { riskFrom } from './what-if.tsx';

const COUNT_FAULT = { maximum_daily_trades: 'A whole number from 1 to 1,000' };

test.each([
  ['1,5', 1.5],
  [' 0.5 ', 0.5],
  ['2', 2],
  ['1.', 1],
  [',5', 0.5],
])('a figure may have its decimals after a comma or a point (%j)', (text, figure) => {
  expect(riskFrom({ risk_per_trade_percent: text }).risk).toEqual({
    risk_per_trade_percent: figure,
  });
});

test.each([
  ['1,000', 1_000],
  ['1000', 1_000],
  ['1', 1],
])('a count is read as its bounds are written (%j)', (text, count) => {
  expect(riskFrom({ maximum_daily_trades: text }).risk).toEqual({ maximum_daily_trades: count });
});

test.each(['0', '1.000', '1,5', '1,00', '0x10', '1e2', '-1', '1,001', 'ten', '٣'])(
  'what is no whole number within the bounds is no count (%j)',
  (text) => {
    expect(riskFrom({ maximum_daily_trades: text })).toEqual({ risk: null, faults: COUNT_FAULT });
  },
);

test.each(['0x1', '1e0', '1,0,0', ',', 'Infinity', '3', '0'])('nor is %j a risk', (text) => {
  expect(riskFrom({ risk_per_trade_percent: text }).faults).toEqual({
    risk_per_trade_percent: 'A number from 0.01 to 2',
  });
});

test('what is left empty is left out', () => {
  expect(riskFrom({ risk_per_trade_percent: '  ', maximum_daily_trades: '' })).toEqual({
    risk: {},
    faults: null,
  });
});

test('a limit that may be left out can be tried without', () => {
  expect(riskFrom({ drawdown_limit_percent: 'None' }).risk).toEqual({
    drawdown_limit_percent: null,
  });
  expect(riskFrom({ daily_loss_limit_percent: 'none' }).faults).toEqual({
    daily_loss_limit_percent: 'A number from 0.1 to 100',
  });
});
