import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WatchedOutcome } from '@quorate/run/outcome-watch';
import { outcomeToWire } from '@quorate/run/outcome-wire';
import { createOfflineDecisions } from '@quorate/trading/analysts/offline-decisions';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { createCandleBuilder } from '@quorate/trading/market/candle-builder';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import { anInstrument, USD, usd } from '@quorate/trading/testing/builders';
import { runLoop, someBars } from '@quorate/trading/testing/loop-fixture';
import { instant } from '@quorate/values/instant';
import { followOutcomes } from './follow-outcomes.ts';
import { openLiveJournal } from './live-journal.ts';
import { openLiveBench } from './testing/live-bench.ts';

const instrument = anInstrument();
const broker = createSimulatedBroker({
  instruments: [instrument],
  start: usd('10000'),
  leverage: 30,
});
/** Bars that a restarted bot has from before. */
const WARM_UP = 500;

type Told = Map<string, WatchedOutcome>;

function follower(journal = openLiveJournal(null)) {
  const told: Told = new Map();
  const followed = followOutcomes({
    journal,
    currency: () => USD,
    changed: (outcome) => void told.set(outcome.decisionId, { ...outcome }),
  });
  const { rates } = broker;
  assert.ok(rates);
  return {
    told,
    hear: followed.hear,
    follow: (series: CandleSeries) => followed.follow([series], [instrument], rates),
  };
}

/** A series of these bars, which grows. */
function growing(from: CandleSeries, first: number, end: number) {
  const { symbol, timeframe, digits } = from;
  const builder = createCandleBuilder({ symbol, timeframe, digits }, WARM_UP);
  const push = (at: number) => {
    const { time, open, high, low, close, askClose } = from;
    const bid = {
      time: instant(time[at] ?? 0),
      open: open[at] ?? 0,
      high: high[at] ?? 0,
      low: low[at] ?? 0,
      close: close[at] ?? 0,
    };
    builder.pushBid(bid, (askClose[at] ?? 0) - bid.close);
  };
  for (let at = first; at < end; at += 1) push(at);
  return { series: builder.series, push };
}

/** What a bot knows of its decisions that was killed after so many bars, and begun again. */
function killedAt(bars: CandleSeries, events: readonly LoopEvent[], killed: number) {
  const journal = openLiveJournal(null);
  const first = killed - WARM_UP;
  const again = follower(journal);
  const { series, push } = growing(bars, first, killed);
  let begun = false;
  for (const event of events) {
    if (event.kind !== 'bar') {
      journal.record(event);
      if (begun) again.hear(event);
      continue;
    }
    if (event.index >= killed && !begun) {
      again.follow(series);
      begun = true;
    }
    if (!begun) continue;
    push(event.index);
    again.hear({ ...event, index: event.index - first });
  }
  return { told: again.told, series };
}

describe('a bot that is killed and begun again', () => {
  it('knows of its decisions what one knows that was never killed', async () => {
    const bars = someBars(4);
    const panel = createOfflineDecisions({ learning: false });
    const { events } = await runLoop({ series: [bars], decisions: panel });
    const whole = follower();
    const full = growing(bars, 0, 0);
    whole.follow(full.series);
    for (const event of events) {
      if (event.kind === 'bar') full.push(event.index);
      whole.hear(event);
    }
    let compared = 0;
    for (let killed = 520; killed < 1_490; killed += 37) {
      const { told, series } = killedAt(bars, events, killed);
      const after = bars.time[killed - WARM_UP + 60] ?? 0;
      for (const outcome of whole.told.values()) {
        if (outcome.asOf < after) continue;
        const found = told.get(outcome.decisionId);
        assert.ok(found, `killed at ${killed}: ${outcome.decisionId}`);
        assert.deepEqual(
          outcomeToWire(found, series, true),
          outcomeToWire(outcome, full.series, true),
        );
        compared += 1;
      }
    }
    assert.ok(compared > 500, `${compared} outcomes`);
  });

  it('tells what price did first while it was away, and after', async () => {
    const bench = openLiveBench();
    const first = bench.start();
    await bench.time.pass(1_000);
    await bench.bar();
    const [decision] = bench.events.filter(({ kind }) => kind === 'decision');
    assert.equal(decision?.kind, 'decision');
    assert.deepEqual(bench.outcomes, []);
    first.kill();
    await bench.bar();
    await bench.bar();
    assert.deepEqual(bench.outcomes, []);
    const second = bench.start();
    await bench.time.pass(3_000);
    const told = () => bench.outcomes.map(({ asOf, firstTouch }) => [asOf, firstTouch]);
    assert.deepEqual(told(), [[decision.asOf, 'up']]);

    await bench.bar();
    const newest = bench.events.findLast(({ kind }) => kind === 'decision');
    assert.notEqual(newest?.asOf, decision.asOf);
    second.kill();
    const third = bench.start();
    await bench.time.pass(3_000);
    bench.outcomes.length = 0;
    await bench.bar();
    await bench.bar();
    assert.deepEqual(told()[0], [newest?.asOf, 'up']);
    await third.stop();
  });
});
