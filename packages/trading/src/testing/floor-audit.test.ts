import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { presetOf } from '../governor/presets.ts';
import type { RuleSet } from '../governor/rule-set.ts';
import { runTradingLoop } from '../loop/trading-loop.ts';
import type { LoopEvent } from '../loop/trading-loop-events.ts';
import { generateMarket } from '../market/market-generator.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { DEFAULT_COSTS } from '../simulation/costs.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { ownRules, simulatedGovernor } from '../simulation/simulated-governor.ts';
import { measureAdmission } from './admission.ts';
import { anInstrument, MONDAY, USD, usd } from './builders.ts';
import { auditFloors } from './floor-audit.ts';

const SYMBOLS = ['EURUSD', 'GBPUSD', 'AUDUSD', 'NZDUSD'];
const RISK = { ...DEFAULT_RISK_SETTINGS, riskPercent: 2, maxCurrencyRiskTrades: null };

/** Four symbols at 2% a trade: many positions at a time, so that floors come near. */
async function audited(ruleSet: RuleSet, governs: boolean) {
  const series = SYMBOLS.map((symbol, at) =>
    generateMarket({ symbol, timeframe: 'H1', digits: 5, bars: 6_000, end: MONDAY, seed: at + 3 }),
  );
  const instruments = SYMBOLS.map((symbol) => anInstrument({ symbol }));
  const start = usd('100000');
  const broker = createSimulatedBroker({ instruments, start, leverage: 100 });
  const events: LoopEvent[] = [];
  const run = {
    instruments,
    currency: USD,
    rates: undefined,
    costs: DEFAULT_COSTS,
    risk: RISK,
    series,
  };
  const governor = simulatedGovernor({ ruleSet, initialMinor: null }, run);
  const { trades } = await runTradingLoop(
    {
      market: createReplayMarket(series),
      decisions: createOfflineDecisions({ learning: false }),
      broker,
      journal: { record: (event) => void events.push(event) },
    },
    {
      instruments,
      risk: RISK,
      planDailyTrades: null,
      newAccountAfterLock: true,
      ...(governs && { governor }),
    },
  );
  return { trades, events, audit: auditFloors({ series, instruments, start, ruleSet }, events) };
}

for (const ruleSet of [ownRules(RISK), presetOf('ftmo-2-step'), presetOf('fundingpips-zero')]) {
  assert.ok(ruleSet);
  test(`a run that is governed by ${ruleSet.id} crosses no floor inside its bars; ungoverned it does`, async () => {
    const governed = await audited(ruleSet, true);
    const free = await audited(ruleSet, false);
    const beyond = governed.audit.crossings.filter(
      ({ beyondReserve }) => beyondReserve.length === 0,
    );
    assert.deepEqual(beyond, []);
    assert.ok(free.audit.crossings.length > 0, 'nothing came near a floor');
    assert.ok(governed.trades.length > 50, `${governed.trades.length} trades were taken`);
    const told = governed.events.some(({ kind }) => kind === 'floors');
    assert.ok(told, 'what the floors remember is told');
  });
}

test('the headroom of ten positions is worked out from all of them', () => {
  // Ten times 0.10 lots with stops 200 points away, a quarter more for slips: far more than nothing.
  assert.ok(measureAdmission(1) < 1_000_000 - 950_000);
});
