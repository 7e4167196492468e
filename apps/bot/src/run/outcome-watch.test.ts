import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OutcomeInput, outcomeInput } from '@quorate/contract/decision-outcomes';
import type { DecisionSource } from '@quorate/trading/ports';
import { anInstrument, USD } from '@quorate/trading/testing/builders';
import { runLoop, someBars } from '@quorate/trading/testing/loop-fixture';
import { createOfflineDecisions } from '@quorate/trading/testing/offline-decisions';
import type { LoopEvent } from '@quorate/trading/trading-loop-events';
import { valuationOf } from '@quorate/trading/valuation';
import { isoFromInstant } from '@quorate/values/instant';
import { outcomeToWire, packBars } from '../service/outcome-wire.ts';
import { type WatchedOutcome, watchOutcomes } from './outcome-watch.ts';

const instrument = anInstrument();
const valuation = valuationOf(instrument, USD);
assert.ok(valuation.kind === 'valuation');

/** The offline panel under ids that the wire takes. */
function decisions(): DecisionSource {
  const panel = createOfflineDecisions();
  let made = 0;
  return {
    decide(request) {
      const answer = panel.decide(request);
      if (answer.kind !== 'decision') return answer;
      const id = String(++made).padStart(12, '0');
      return { ...answer, decisionId: `0197a0c0-0000-7000-8000-${id}` };
    },
  };
}

/** A run with what would be reported of it, the newest of each decision. */
async function watched(seed: number, risk: { minRiskReward?: number } = {}) {
  const series = someBars(seed);
  const outcomes = new Map<string, WatchedOutcome>();
  const revisions = new Map<string, number[]>();
  assert.ok(valuation.kind === 'valuation');
  const watch = watchOutcomes({ series, instrument, valuation }, (outcome) => {
    outcomes.set(outcome.decisionId, outcome);
    const told = revisions.get(outcome.decisionId) ?? [];
    revisions.set(outcome.decisionId, [...told, outcome.revision]);
  });
  const run = await runLoop({
    series: [series],
    decisions: decisions(),
    journal: { record: (event: LoopEvent) => watch(event) },
    risk,
  });
  const wire = [...outcomes.values()].map((outcome) => outcomeToWire(outcome, series));
  return { series, run, outcomes, revisions, wire };
}

/** No idea is this good: the desk refuses every one of them. */
const VETO_ALL = { minRiskReward: 100 };

describe('the outcome of a decision that was ordered', () => {
  it('tells the checks, the fill with its slippage, and the bars around the trade', async () => {
    const { wire, run, series } = await watched(4);
    const trades = run.result.trades.filter(({ status }) => status === 'CLOSED');
    assert.ok(trades.length >= 10, `${trades.length} trades`);
    for (const trade of trades) {
      const told = wire.find(({ fill }) => fill?.ticket === trade.positionTicket);
      assert.ok(told, trade.positionTicket);
      assert.deepEqual(outcomeInput.parse(told), told);
      assert.equal(told.verdict, 'ordered');
      assert.ok(told.checks.length > 10 && told.checks.every(({ pass }) => pass));
      assert.equal(told.fill?.at, isoFromInstant(trade.openedAt));
      const seconds = told.bars.map(([time]) => time * 1_000);
      assert.ok((seconds[0] ?? 0) < trade.openedAt);
      const after = seconds.filter((time) => time > (trade.closedAt ?? 0)).length;
      const left = series.time.filter((time) => time > (trade.closedAt ?? 0)).length;
      assert.equal(after, Math.min(10, left));
    }
  });

  it('is told in revisions that only grow', async () => {
    const { revisions } = await watched(4);
    assert.ok(revisions.size > 10);
    for (const told of revisions.values())
      assert.deepEqual(
        told,
        [...new Set(told)].toSorted((a, b) => a - b),
      );
  });
});

describe('the outcome of a veto on random markets', () => {
  it('equals what a run without the veto made of the same decision', async () => {
    let compared = 0;
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const vetoed = await watched(seed, VETO_ALL);
      const free = await watched(seed);
      assert.equal(vetoed.run.result.trades.length, 0);
      for (const trade of free.run.result.trades) {
        if (trade.status !== 'CLOSED' || trade.initialRisk === null) continue;
        const same = [...vetoed.outcomes.values()].find(({ asOf }) => {
          const order = [...free.outcomes.values()].find(
            ({ fill }) => fill?.ticket === trade.positionTicket,
          );
          return order?.asOf === asOf;
        });
        assert.equal(same?.refusal?.code, 'risk_reward');
        const shadow = same.shadow?.state();
        assert.equal(shadow?.entry?.points, trade.openPrice.points);
        assert.equal(shadow?.exit?.points, trade.closePrice?.points);
        assert.equal(shadow?.exitAt, trade.closedAt);
        // Another volume rounds its cents elsewhere.
        const r = trade.profit.minor / trade.initialRisk.minor;
        assert.ok(Math.abs((shadow?.r ?? Number.NaN) - r) < 0.005, `${shadow?.r} and ${r}`);
        compared++;
      }
    }
    assert.ok(compared >= 60, `${compared} trades compared`);
  });

  it('names the rule that refused as the last check, and no fill', async () => {
    const { wire } = await watched(4, VETO_ALL);
    assert.ok(wire.length >= 10);
    for (const told of wire) {
      assert.deepEqual(outcomeInput.parse(told), told);
      const last: OutcomeInput['checks'][number] | undefined = told.checks.at(-1);
      assert.deepEqual([last?.rule, last?.pass, last?.limit], ['risk_reward', false, 100]);
      assert.deepEqual([told.verdict, told.fill, told.order?.lots], ['vetoed', null, null]);
    }
  });
});

describe('the bars of an outcome', () => {
  it('are merged where more than fit would have to be sent', () => {
    const series = someBars();
    const bars = packBars(series, 0, 999);
    assert.equal(bars.length, 334);
    const [first] = bars;
    const high = Math.max(...series.high.slice(0, 3));
    const low = Math.min(...series.low.slice(0, 3));
    assert.deepEqual(first?.slice(1), [series.open[0], high, low, series.close[2]]);
    assert.equal(bars.at(-1)?.[4], series.close[999]);
    assert.equal(packBars(series, 10, 409).length, 400);
  });
});
