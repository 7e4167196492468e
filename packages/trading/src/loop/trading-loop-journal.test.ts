import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { anInstrument, usd } from '../testing/builders.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import { runTradingLoop } from './trading-loop.ts';
import type { LoopEvent } from './trading-loop-events.ts';

test('a journal that wants no bars is told everything else, and the run is the same', async () => {
  const instruments = [anInstrument()];
  const events: LoopEvent[] = [];
  const result = await runTradingLoop(
    {
      market: createReplayMarket([someBars()]),
      decisions: createOfflineDecisions({ learning: false }),
      broker: createSimulatedBroker({ instruments, start: usd('10000'), leverage: 30 }),
      journal: { record: (event) => void events.push(event), bars: false },
    },
    { instruments, risk: DEFAULT_RISK_SETTINGS, planDailyTrades: null, newAccountAfterLock: true },
  );
  const whole = await runLoop();
  assert.deepEqual(result, whole.result);
  assert.deepEqual(
    events,
    whole.events.filter(({ kind }) => kind !== 'bar'),
  );
  assert.ok(events.length > 100);
});
