import { SNAPSHOT_BARS } from '@quorate/contract/decisions';
import { expect, test } from 'vitest';
import { EXAMPLE, EXAMPLE_BARS, EXAMPLE_FACTS, EXAMPLE_VOTES } from './example-decision.ts';

const PIP = 0.0001;
const risked = EXAMPLE.entry - EXAMPLE.stopLoss;
const aimed = EXAMPLE.takeProfit - EXAMPLE.entry;

function fact(label: string): string | undefined {
  return EXAMPLE_FACTS.find((candidate) => candidate.label === label)?.value;
}

test('the distances in pips follow from the prices', () => {
  expect(risked / PIP).toBeCloseTo(EXAMPLE.pips.risked, 6);
  expect(aimed / PIP).toBeCloseTo(EXAMPLE.pips.aimed, 6);
});

test('the size is the largest that keeps the stop within the risk limit', () => {
  const riskMoney = (EXAMPLE.equity * EXAMPLE.riskLimitPercent) / 100;
  const lots = Math.floor(riskMoney / (risked * EXAMPLE.contractSize) / 0.01 + 1e-9) * 0.01;
  expect(lots).toBeCloseTo(EXAMPLE.lots, 6);
});

test('risk, risk-reward and profit follow from size and prices', () => {
  const perPoint = EXAMPLE.lots * EXAMPLE.contractSize;
  expect(((risked * perPoint) / EXAMPLE.equity) * 100).toBeCloseTo(EXAMPLE.riskPercent, 2);
  expect(aimed / risked).toBeCloseTo(EXAMPLE.riskReward, 2);
  expect(aimed * perPoint).toBeCloseTo(EXAMPLE.profit, 6);
});

test('the pooled probability is the mean of the votes in log-odds', () => {
  const logit = (p: number) => Math.log(p / (1 - p));
  const mean =
    EXAMPLE_VOTES.reduce((sum, vote) => sum + logit(vote.p_up), 0) / EXAMPLE_VOTES.length;
  expect(1 / (1 + Math.exp(-mean))).toBeCloseTo(EXAMPLE.pooled, 2);
});

test('the quorum agrees with the verdict', () => {
  const agreeing = EXAMPLE_VOTES.filter((vote) => vote.action === EXAMPLE.action);
  expect(agreeing).toHaveLength(EXAMPLE.quorum);
});

test('the card says what the example says', () => {
  expect(fact('Stop loss')).toBe(EXAMPLE.stopLoss.toFixed(EXAMPLE.digits));
  expect(fact('Take profit')).toBe(EXAMPLE.takeProfit.toFixed(EXAMPLE.digits));
  expect(fact('Risk-reward')).toBe(`1 : ${EXAMPLE.riskReward}`);
  expect(fact('Risk')).toBe(`${EXAMPLE.riskPercent}% of ${EXAMPLE.riskLimitPercent}%`);
});

test('the snapshot has as many bars as a real one, the newest close at zero', () => {
  expect(EXAMPLE_BARS).toHaveLength(SNAPSHOT_BARS);
  expect(EXAMPLE_BARS.at(-1)?.[3]).toBe(0);
  for (const [open, high, low, close] of EXAMPLE_BARS) {
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
  }
});
