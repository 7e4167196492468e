import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OutcomeInput, outcomeInput } from '@quorate/contract/decision-outcomes';
import { valuationOf } from '@quorate/trading/account/valuation';
import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import type { DecisionSource } from '@quorate/trading/loop/ports';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { timeframeMs } from '@quorate/trading/market/candle';
import { DEFAULT_COSTS } from '@quorate/trading/simulation/costs';
import {
  type FirstTouch,
  TOUCH_BARS,
  watchFirstTouch,
} from '@quorate/trading/simulation/first-touch';
import { anInstrument, USD } from '@quorate/trading/testing/builders';
import { runLoop, someBars } from '@quorate/trading/testing/loop-fixture';
import { isoFromInstant } from '@quorate/values/instant';
import { type WatchedOutcome, watchOutcomes } from './outcome-watch.ts';
import { outcomeToWire, packBars } from './outcome-wire.ts';

const instrument = anInstrument();
const valuation = valuationOf(instrument, USD);
assert.ok(valuation.kind === 'valuation');

/** The offline panel under ids that the wire takes. */
function decisions(): DecisionSource {
  const panel = createOfflineDecisions({ learning: false });
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
async function watched(
  seed: number,
  risk: { minRiskReward?: number } = {},
  told: (outcome: WatchedOutcome) => void = () => {},
) {
  const series = someBars(seed);
  const outcomes = new Map<string, WatchedOutcome>();
  const revisions = new Map<string, number[]>();
  assert.ok(valuation.kind === 'valuation');
  const watch = watchOutcomes(
    { series, instrument, valuation, costs: DEFAULT_COSTS },
    (outcome) => {
      outcomes.set(outcome.decisionId, outcome);
      const before = revisions.get(outcome.decisionId) ?? [];
      revisions.set(outcome.decisionId, [...before, outcome.revision]);
      told(outcome);
    },
  );
  const run = await runLoop({
    series: [series],
    decisions: decisions(),
    journal: { record: (event: LoopEvent) => watch.hear(event) },
    risk,
  });
  const wire = [...outcomes.values()].map((outcome) => outcomeToWire(outcome, series, true));
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
      assert.equal(told.order?.volume_step, 0.01);
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

  it('ends past the 4 at which bots of before ended: an upgraded one still tells what price did', async () => {
    for (const risk of [{}, VETO_ALL]) {
      const { outcomes, series } = await watched(4, risk);
      const ended = [...outcomes.values()].filter(
        ({ held, endedAt, decidedAt }) =>
          !held &&
          endedAt !== null &&
          Math.max(endedAt + 10, decidedAt + TOUCH_BARS) < series.length,
      );
      assert.ok(ended.length >= 5, `${ended.length} ended`);
      for (const { revision, firstTouch } of ended) {
        assert.notEqual(firstTouch, null);
        assert.equal(revision, 8);
      }
    }
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
    const vetoes = wire.filter(({ verdict }) => verdict !== 'held');
    assert.ok(vetoes.length >= 10);
    for (const told of vetoes) {
      assert.deepEqual(outcomeInput.parse(told), told);
      const last: OutcomeInput['checks'][number] | undefined = told.checks.at(-1);
      assert.deepEqual([last?.rule, last?.pass, last?.limit], ['risk_reward', false, 100]);
      assert.deepEqual([told.verdict, told.fill, told.order?.lots], ['vetoed', null, null]);
    }
  });
});

describe('what price did first after a decision', () => {
  it('is told of every decision, with the same answer as a look over all bars', async () => {
    for (const risk of [{}, VETO_ALL]) {
      const { series, run, outcomes } = await watched(4, risk);
      const decided = run.of('decision').filter(({ asOf }) => {
        const at = series.time.indexOf(asOf - timeframeMs(series.timeframe));
        return at + TOUCH_BARS < series.length;
      });
      assert.ok(decided.length > 20, `${decided.length} decisions`);
      for (const { atrPoints, decision } of decided) {
        const outcome = outcomes.get(decision.decisionId);
        assert.ok(outcome, decision.action);
        const touch = watchFirstTouch(series, { after: outcome.decidedAt, atrPoints });
        let expected: FirstTouch | null = null;
        for (let at = outcome.decidedAt + 1; expected === null; at++)
          expected = touch.barClosed(at);
        assert.equal(outcome.firstTouch, expected);
      }
    }
  });

  it('is told once of a decision that asked for nothing, and not before it is known', async () => {
    const { outcomes, revisions, wire, run } = await watched(4);
    const held = wire.filter(({ verdict }) => verdict === 'held');
    assert.ok(held.length >= 5, `${held.length} held`);
    for (const told of held) {
      assert.deepEqual(outcomeInput.parse(told), told);
      const { checks, order, fill, refusal, shadow, bars } = told;
      assert.deepEqual(
        [checks, order, fill, refusal, shadow, bars],
        [[], null, null, null, null, []],
      );
      assert.notEqual(told.first_touch, null);
      assert.equal(revisions.get(told.decision_id)?.length, 1);
    }
    const ids = run.of('decision').filter(({ decision }) => decision.action === 'HOLD');
    for (const { decision } of ids) {
      const outcome = outcomes.get(decision.decisionId);
      assert.equal(outcome === undefined, (outcome?.firstTouch ?? null) === null);
    }
  });

  it('is told as soon as it is known, and never taken back', async () => {
    const touches = new Map<string, (FirstTouch | null)[]>();
    const { outcomes } = await watched(4, {}, ({ decisionId, firstTouch }) => {
      touches.set(decisionId, [...(touches.get(decisionId) ?? []), firstTouch]);
    });
    let knownEarly = 0;
    for (const [id, told] of touches) {
      const known = told.filter((touch) => touch !== null);
      assert.ok(new Set(known).size <= 1, `${id}: ${told.join()}`);
      assert.deepEqual(
        told.toSorted((a, b) => Number(a !== null) - Number(b !== null)),
        told,
      );
      const { endedAt, newest } = outcomes.get(id) ?? {};
      if (known.length > 1 && endedAt !== null && newest !== undefined) knownEarly += 1;
    }
    assert.ok(knownEarly >= 5, `${knownEarly} were told before the trade's last report`);
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
