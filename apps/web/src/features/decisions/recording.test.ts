import { expect, test } from 'vitest';
import { RECORDING } from './recorded-decisions.ts';

const { taken, refused, run } = RECORDING;

test.each([
  ['taken', taken],
  ['refused', refused],
])(
  'on the decision that was %s the analysts agreed, and nobody spoke against it',
  (_, decision) => {
    const sides = decision.votes.filter(({ action }) => action !== 'HOLD');
    expect(new Set(sides.map(({ action }) => action))).toEqual(new Set([decision.action]));
    expect(sides).toHaveLength(decision.agreeing);
    expect(decision.votes.filter(({ abstained }) => !abstained)).toHaveLength(decision.voters);
  },
);

test('the pooled probability is on the side that was agreed on, and no surer than the surest vote', () => {
  for (const { votes, p_up } of [taken, refused]) {
    expect(p_up).toBeLessThan(0.5);
    expect(p_up).toBeGreaterThan(Math.min(...votes.map((vote) => vote.p_up)));
  }
});

test('the trade kept the limits of the desk and made about what they say it could', () => {
  const { desk, trade } = taken;
  expect(desk.risk_reward.value).toBeGreaterThanOrEqual(desk.risk_reward.limit);
  expect(desk.at_risk.value).toBeLessThanOrEqual(desk.at_risk.limit);
  const most = desk.at_risk.value * desk.risk_reward.value;
  expect(trade.profit).toBeGreaterThan(most * 0.9);
  expect(trade.profit).toBeLessThan(most * 1.1);
});

test('the refused trade was over its limit, and would have lost about what it risked', () => {
  expect(refused.refusal.rule).toBe('spread');
  expect(refused.refusal.actual).toBeGreaterThan(refused.refusal.limit);
  expect(refused.shadow.exit_reason).toBe('stop');
  expect(refused.shadow.r).toBeLessThanOrEqual(-1);
});

test('the run is told with its losing trades', () => {
  expect(run.at_stop).toBeGreaterThan(0);
  expect(run.at_target + run.at_stop).toBeLessThanOrEqual(run.trades);
  expect(run.trades).toBeLessThanOrEqual(run.decisions);
});
