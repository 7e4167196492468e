import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Instant, instant, MINUTE_MS, SECOND_MS } from '@quorate/values/instant';
import type { Quote } from '../account/valuation.ts';
import { createOfflineDecisions } from '../analysts/offline-decisions.ts';
import { type CandleSeries, closeTimeAt } from '../market/candle.ts';
import { createReplayMarket } from '../market/replay-market.ts';
import { DEFAULT_RISK_SETTINGS } from '../risk/rules.ts';
import { createSimulatedBroker } from '../simulation/simulated-broker.ts';
import { anInstrument, usd } from '../testing/builders.ts';
import { someBars } from '../testing/loop-fixture.ts';
import type { Broker, BrokerEvent, Clock, MarketData } from './ports.ts';
import { runTradingLoop } from './trading-loop.ts';
import type { LoopEvent } from './trading-loop-events.ts';

/** Each bar, and one moment five minutes after its close. */
function withMoments(series: CandleSeries): MarketData & { between: Instant | null } {
  const market = {
    series: [series],
    seriesIndex: 0,
    barIndex: -1,
    between: null as Instant | null,
    advance(): boolean {
      if (market.barIndex >= 0 && market.between === null) {
        market.between = instant(closeTimeAt(series, market.barIndex) + 5 * MINUTE_MS);
        return true;
      }
      market.between = null;
      market.barIndex += 1;
      return market.barIndex < series.length;
    },
  };
  return market;
}

/** A broker at which somebody closes what is open, five minutes after the bar in which it was opened. */
function closedByHand(): Broker & Readonly<{ told: string[] }> {
  const inner = createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('10000'),
    leverage: 30,
  });
  const told: string[] = [];
  let early: BrokerEvent[] = [];
  return {
    ...inner,
    told,
    happened() {
      early = inner.positions().flatMap(({ ticket }) => {
        const outcome = inner.close(ticket);
        return outcome.kind === 'closed' ? [{ kind: 'deal', deal: outcome.deal } as const] : [];
      });
      for (const event of early) if (event.kind === 'deal') told.push(event.deal.ticket);
      return early;
    },
    barClosed(series, index) {
      const tickets = new Set(told);
      return inner
        .barClosed(series, index)
        .filter((event) => event.kind !== 'deal' || !tickets.has(event.deal.ticket));
    },
  };
}

async function run(ports: { market: MarketData; broker: Broker; clock?: Clock }) {
  const events: LoopEvent[] = [];
  const result = await runTradingLoop(
    {
      ...ports,
      decisions: createOfflineDecisions({ learning: false }),
      journal: { record: (event) => void events.push(event) },
    },
    {
      instruments: [anInstrument()],
      risk: DEFAULT_RISK_SETTINGS,
      planDailyTrades: null,
      newAccountAfterLock: true,
    },
  );
  return { events, result };
}

function aBroker(): Broker {
  return createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('10000'),
    leverage: 30,
  });
}

test('between two bars what is open is looked after, and nothing is asked or opened', async () => {
  const series = someBars();
  const broker = closedByHand();
  const { events, result } = await run({ market: withMoments(series), broker });
  const closes = new Set(
    Array.from({ length: series.length }, (_, at): number => closeTimeAt(series, at)),
  );
  const between = events.filter(({ asOf }) => !closes.has(asOf));
  assert.ok(broker.told.length > 10, `${broker.told.length} positions were closed by hand`);
  const deals = between.filter((event) => event.kind === 'deal');
  assert.deepEqual(
    deals.map(({ deal }) => deal.ticket),
    broker.told,
  );
  assert.deepEqual(
    new Set(between.map(({ kind }) => kind)),
    new Set(['deal', 'trade-closed', 'limits']),
  );
  assert.equal(result.bars, series.length);
  assert.ok(result.trades.every(({ status }) => status === 'CLOSED'));
});

test('what a closed trade changes in the limits is told at the moment at which it is taken in', async () => {
  const { events } = await run({ market: withMoments(someBars()), broker: closedByHand() });
  const streaks = new Map<number, number>();
  for (const event of events) {
    if (event.kind === 'limits') streaks.set(event.asOf, event.limits.lossesInRow);
  }
  let [inRow, compared] = [0, 0];
  for (const event of events) {
    if (event.kind !== 'trade-closed') continue;
    const before = inRow;
    inRow = event.trade.profit.minor < 0 ? inRow + 1 : 0;
    if (inRow === before) continue;
    assert.equal(streaks.get(event.asOf), inRow);
    compared += 1;
  }
  assert.ok(compared > 5);
});

test('moments at which nothing happens change nothing', async () => {
  const series = someBars();
  const plain = await run({ market: createReplayMarket([series]), broker: aBroker() });
  const looked = await run({ market: withMoments(series), broker: aBroker() });
  assert.deepEqual(looked, plain);
});

test('an order is priced at the quote it would meet now, and not at the close of its bar', async () => {
  const quote: Quote = { bid: 108_000, ask: 108_009 };
  const broker = { ...aBroker(), quote: () => quote };
  const { events } = await run({ market: createReplayMarket([someBars()]), broker });
  const orders = events.filter((event) => event.kind === 'order');
  assert.ok(orders.length > 5);
  for (const { asked, order } of orders) {
    assert.deepEqual(asked.quote, quote);
    const entry = order.side === 'BUY' ? quote.ask : quote.bid;
    const [stop, target] = [order.stopLoss?.points ?? 0, order.takeProfit?.points ?? 0];
    assert.equal(order.side === 'BUY', stop < entry && entry < target);
  }
});

test('a clock that says that the decision came too late keeps its order back', async () => {
  const series = someBars();
  let late = 0;
  let market = createReplayMarket([series]);
  const clock = () => ({
    now: () => instant(closeTimeAt(series, market.barIndex) + late * SECOND_MS),
  });
  late = DEFAULT_RISK_SETTINGS.maxDecisionAgeSeconds;
  const inTime = await run({ market, broker: aBroker(), clock: clock() });
  assert.ok(inTime.result.trades.length > 5);

  market = createReplayMarket([series]);
  late += 1;
  const tooLate = await run({ market, broker: aBroker(), clock: clock() });
  assert.equal(tooLate.result.trades.length, 0);
  assert.ok((tooLate.result.notAsked.stale_decision ?? 0) > 5);
});

test('bars that had closed before a run are read and neither told nor traded on', async () => {
  const series = someBars();
  const from = 700;
  const market = createReplayMarket([series]);
  for (let index = 0; index < from; index += 1) assert.equal(market.advance(), true);
  const { seriesIndex, barIndex } = market;
  assert.deepEqual([seriesIndex, barIndex], [0, from - 1]);
  const warm = Object.assign(market, { warmUp: [from] });
  const { events, result } = await run({ market: warm, broker: aBroker() });
  assert.equal(result.bars, series.length - from);
  const told = events.find((event) => event.kind === 'bar');
  assert.equal(told?.index, from);
  const first = events.find((event) => event.kind === 'decision');
  const whole = await run({ market: createReplayMarket([series]), broker: aBroker() });
  const same = whole.events.find(
    (event) => event.kind === 'decision' && event.asOf === first?.asOf,
  );
  assert.ok(first && same);
  assert.deepEqual(first, same);
});
