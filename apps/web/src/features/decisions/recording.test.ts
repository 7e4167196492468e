import { SNAPSHOT_BARS } from '@quorate/contract/decisions';
import { expect, test } from 'vitest';
import { RECORDED_DECISION } from './recorded-decision.ts';
import { RECORDED_FACTS, RECORDED_HASH, RECORDED_TIME } from './recorded-facts.ts';
import { RECORDED_REPLAY } from './recorded-replay.ts';

const { action, agreeing, voters, votes, p_up, desk, trade } = RECORDED_DECISION;
const { bars, later, levels, rules, run } = RECORDED_REPLAY;
const fact = (label: string) => RECORDED_FACTS.find((each) => each.label === label)?.value;

test('the recording tells of a quorum against a dissenting voice, as the texts say', () => {
  expect(action).toBe('BUY');
  expect(votes.filter((vote) => vote.action === 'BUY')).toHaveLength(agreeing);
  expect(votes.some((vote) => vote.action === 'SELL' && !vote.abstained)).toBe(true);
  expect(votes.filter((vote) => !vote.abstained)).toHaveLength(voters);
  expect(rules.every(({ pass }) => pass)).toBe(true);
});

test('the pooled probability is the mean of the votes in log-odds', () => {
  const logit = (p: number) => Math.log(p / (1 - p));
  const mean = votes.reduce((sum, vote) => sum + logit(vote.p_up), 0) / votes.length;
  expect(1 / (1 + Math.exp(-mean))).toBeCloseTo(p_up, 4);
});

test('the trade ended at its target, and what it made is at most what the pips are worth', () => {
  expect(trade.close_price).toBe(trade.take_profit);
  expect(trade.pips).toBeCloseTo((trade.take_profit - trade.price) / 0.0001, 6);
  const beforeCosts = trade.pips * 10 * trade.volume;
  expect(trade.profit).toBeLessThanOrEqual(beforeCosts);
  expect(trade.profit).toBeGreaterThan(beforeCosts * 0.95);
});

test('the bars begin where those of a real snapshot do, and go on to the target, not before the end', () => {
  expect(bars).toHaveLength(SNAPSHOT_BARS);
  expect(bars.at(-1)?.[3]).toBe(0);
  for (const [open, high, low, close] of [...bars, ...later]) {
    expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
    expect(low).toBeLessThanOrEqual(Math.min(open, close));
  }
  const reached = later.map(([, high]) => high >= levels.take_profit);
  expect(reached).toEqual([...later.slice(1).map(() => false), true]);
  expect(later.every(([, , low]) => low > levels.stop_loss)).toBe(true);
});

test('the run is told with its losing trades', () => {
  expect(run.at_stop).toBeGreaterThan(0);
  expect(run.at_target + run.at_stop).toBeLessThanOrEqual(run.trades);
  expect(run.trades).toBeLessThanOrEqual(run.decisions);
});

test('the card shows the figures of the recording, within the limits beside them', () => {
  expect(fact('Stop loss')).toBe(trade.stop_loss.toFixed(5));
  expect(fact('Take profit')).toBe(trade.take_profit.toFixed(5));
  expect(fact('Risk-reward')).toBe(`1 : ${desk.risk_reward.value.toFixed(2)}`);
  expect(desk.risk_reward.value).toBeGreaterThanOrEqual(desk.risk_reward.limit);
  for (const { value, limit } of [desk.at_risk, desk.spread_pips, desk.daily_trades]) {
    expect(value).toBeLessThanOrEqual(limit);
  }
  expect(fact('At risk')).toMatch(/^\$\d+\.\d\d of \$\d+\.\d\d$/);
  expect(RECORDED_TIME).toMatch(/^\d\d:00 UTC$/);
  expect(RECORDED_HASH).toMatch(/^[0-9a-f]{4}…[0-9a-f]{4}$/);
});
