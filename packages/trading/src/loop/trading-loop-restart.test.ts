import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instant } from '@quorate/values/instant';
import type { Deal } from '../account/deal.ts';
import type { OrderKey } from '../account/order.ts';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import type { CandleSeries } from '../market/candle.ts';
import { startLimits } from '../risk/limits-state.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { createSimulatedBroker, type SimulatedBroker } from '../simulation/simulated-broker.ts';
import { anInstrument, usd } from '../testing/builders.ts';
import { someBars } from '../testing/loop-fixture.ts';
import type { MarketData } from './ports.ts';
import { runTradingLoop } from './trading-loop.ts';
import type { LoopEvent } from './trading-loop-events.ts';
import type { LoopResult, LoopResume } from './trading-loop-types.ts';

const RESTARTS = 1_000;
const RISK = {
  ...DEFAULT_RISK_SETTINGS,
  riskPercent: 1,
  dailyLossPercent: 1.5,
  weeklyLossPercent: 4,
  drawdownPercent: 5,
  maxLossesInRow: 3,
};

/** The bars of a series from one to another; those before have closed when the run begins. */
function bars(series: CandleSeries, from: number, to: number): MarketData {
  const market = {
    series: [series],
    seriesIndex: 0,
    barIndex: from - 1,
    warmUp: [from],
    advance(): boolean {
      market.barIndex += 1;
      return market.barIndex < to;
    },
  };
  return market;
}

/** An account that outlives the runs on it, and the journal that all of them write. */
function anAccount() {
  const instruments = [anInstrument()];
  const broker = createSimulatedBroker({ instruments, start: usd('10000'), leverage: 30 });
  const events: LoopEvent[] = [];
  return { instruments, broker: broker satisfies SimulatedBroker, events };
}

function run(
  { instruments, broker, events }: ReturnType<typeof anAccount>,
  market: MarketData,
  resume?: LoopResume,
): Promise<LoopResult> {
  const journal = { record: (event: LoopEvent) => void events.push(event) };
  const ports = { market, decisions: createOfflineDecisions({ learning: false }), broker, journal };
  const settings = {
    instruments,
    risk: RISK,
    planDailyTrades: 3,
    newAccountAfterLock: true,
  } as const;
  return runTradingLoop(ports, resume ? { ...settings, resume } : settings);
}

/** What a restart begins with, from the journal alone. */
function leftBehind(events: readonly LoopEvent[]): LoopResume {
  const deals: Deal[] = [];
  const sent = new Map<string | null, OrderKey>();
  const limits = events.findLast((event) => event.kind === 'limits')?.limits;
  if (!limits) throw new Error('no limits were told');
  for (const event of events) {
    if (event.kind === 'order') sent.set(event.order.decisionId, event.order.key);
    if (event.kind === 'refusal') sent.delete(event.decisionId);
    if (event.kind !== 'deal') continue;
    deals.push(event.deal);
    for (const [id, key] of sent) if (key === event.deal.orderKey) sent.delete(id);
  }
  // As they come back from a file.
  return { limits: structuredClone(limits), deals, onTheirWay: [...sent.values()] };
}

/** Everything but notices: whoever begins again is told once more which limits hold. */
function withoutNotices(events: readonly LoopEvent[]): LoopEvent[] {
  return events.filter(({ kind }) => kind !== 'limit' && kind !== 'touch');
}

test('a run that is begun again a thousand times trades as one that never stopped, and no limit begins again', async () => {
  const series = someBars(7);
  const whole = anAccount();
  const uncut = await run(whole, bars(series, 0, series.length));

  const cut = anAccount();
  const step = Math.floor(series.length / RESTARTS);
  let [from, restarts] = [series.length - step * RESTARTS, 0];
  let last = await run(cut, bars(series, 0, from));
  for (; from < series.length; from += step) {
    last = await run(cut, bars(series, from, from + step), leftBehind(cut.events));
    restarts += 1;
  }
  assert.equal(restarts, RESTARTS);
  assert.deepEqual(withoutNotices(cut.events), withoutNotices(whole.events));
  assert.deepEqual(last.trades, uncut.trades);
  assert.deepEqual(last.account, uncut.account);

  // Limits were met on the way, or there would have been nothing to lose.
  const told = whole.events.filter((event) => event.kind === 'limits').map(({ limits }) => limits);
  assert.ok(told.some(({ dailyLossLatch }) => dailyLossLatch !== null));
  assert.ok(told.some(({ lossesLatch }) => lossesLatch !== null));
  assert.ok(told.some(({ openedToday }) => openedToday > 1));
  assert.ok(uncut.trades.length > 20);
});

test('a run that is cut at any bar goes on with what was open and with what was on its way', async () => {
  const series = someBars(11);
  const whole = anAccount();
  const uncut = await run(whole, bars(series, 0, series.length));
  let onTheirWay = 0;
  let open = 0;
  for (let at = 120; at < series.length; at += 23) {
    const cut = anAccount();
    await run(cut, bars(series, 0, at));
    const resume = leftBehind(cut.events);
    onTheirWay += resume.onTheirWay.length;
    open += cut.broker.positions().length;
    const rest = await run(cut, bars(series, at, series.length), resume);
    assert.deepEqual(rest.trades, uncut.trades, `cut at bar ${at}`);
    assert.deepEqual(rest.account, uncut.account, `cut at bar ${at}`);
    assert.equal(rest.bars, series.length - at);
  }
  assert.ok(open > 5, `${open} cuts with something open`);
  assert.ok(onTheirWay > 0, 'no cut had an order on its way');
});

test('a restart that forgets its limits does not trade the same', async () => {
  const series = someBars(7);
  const whole = anAccount();
  const uncut = await run(whole, bars(series, 0, series.length));
  const cut = anAccount();
  let last = await run(cut, bars(series, 0, 500));
  for (let from = 500; from < series.length; from += 1) {
    const opened = instant(series.time[from] ?? Number.NaN);
    const forgotten = startLimits(opened, cut.broker.account().equity.minor);
    const resume = { ...leftBehind(cut.events), limits: forgotten };
    last = await run(cut, bars(series, from, from + 1), resume);
  }
  assert.notDeepEqual(last.trades, uncut.trades);
});
