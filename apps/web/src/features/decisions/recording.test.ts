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

test('the pooled probability is the mean of the votes in log-odds', () => {
  const logit = (p: number) => Math.log(p / (1 - p));
  for (const { votes, p_up } of [taken, refused]) {
    const mean = votes.reduce((sum, vote) => sum + logit(vote.p_up), 0) / votes.length;
    expect(1 / (1 + Math.exp(-mean))).toBeCloseTo(p_up, 3);
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
