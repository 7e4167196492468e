import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DecisionOutcome } from '../analysts/decision.ts';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { anInstrument, usd } from '../testing/builders.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import type { Broker, DecisionSource } from './ports.ts';

test('the same bars and decisions give the same events, whether ports answer at once or later', async () => {
  const plain = await runLoop();
  const again = await runLoop();
  assert.deepEqual(again.events, plain.events);

  const series = [someBars()];
  const inner = createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('10000'),
    leverage: 30,
  });
  const replay = createReplayMarket(series);
  const offline = createOfflineDecisions({ learning: false });
  const market = {
    series,
    get seriesIndex() {
      return replay.seriesIndex;
    },
    get barIndex() {
      return replay.barIndex;
    },
    advance: async () => replay.advance(),
  };
  const broker: Broker = {
    account: async () => inner.account(),
    positions: async () => inner.positions(),
    place: async (order) => inner.place(order),
    close: async (ticket, part, by) => inner.close(ticket, part, by),
    barClosed: async (bars, index) => inner.barClosed(bars, index),
  };
  const late = await runLoop({
    series,
    market,
    broker,
    decisions: { decide: async (request) => offline.decide(request) },
    journal: { record: async () => {} },
  });
  assert.deepEqual(late.events, plain.events);
  assert.deepEqual(late.result, plain.result);
});

test('a run that is cut and begun again on stored decisions goes on as though it had never been cut', async () => {
  const series = someBars();
  const stored = new Map<string, DecisionOutcome>();
  const fresh: string[] = [];
  const offline = createOfflineDecisions({ learning: false });
  const remembering: DecisionSource = {
    decide(request) {
      const key = request.snapshot.as_of;
      const known = stored.get(key);
      if (known) return known;
      fresh.push(key);
      const outcome = offline.decide(request);
      stored.set(key, outcome);
      return outcome;
    },
  };
  await runLoop({ series: [{ ...series, length: 900 }], decisions: remembering });
  const askedBefore = fresh.length;
  const resumed = await runLoop({ series: [series], decisions: remembering });
  const whole = await runLoop({ series: [series] });
  assert.deepEqual(resumed.events, whole.events);
  assert.ok(askedBefore > 10 && fresh.length > askedBefore);
  assert.equal(new Set(fresh).size, fresh.length);
});
