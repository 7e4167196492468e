import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instant, isoFromInstant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import fc from 'fast-check';
import type { OrderKey } from '../account/order.ts';
import { openBarBench } from '../testing/bar-bench.ts';
import { QUIET } from '../testing/broker-bench.ts';
import { brokerCard } from '../testing/broker-card.ts';
import { anInstrument, anOrder, aSeries, MONDAY, type Row, usd } from '../testing/builders.ts';
import { exitOn } from './held-position.ts';
import { createSimulatedBroker } from './simulated-broker.ts';

brokerCard('simulated broker', () => openBarBench());

test('tickets come from the bar and the order of openings, and times lie inside the bar', async () => {
  const bench = openBarBench();
  await bench.bar(QUIET);
  await bench.broker.place(anOrder());
  await bench.broker.place(anOrder({ key: 'BBBBBBBBBB' as OrderKey }));
  const events = await bench.bar([110_200, 110_250, 109_900, 110_200]);
  const deals = events.map((event) => (event.kind === 'deal' ? event.deal : undefined));
  const opens = Math.floor((MONDAY + HOUR_MS) / 1_000);
  assert.deepEqual(
    deals.map((deal) => deal?.ticket),
    [`${opens}-1-1`, `${opens}-2-1`, `${opens}-1-2`, `${opens}-2-2`],
  );
  assert.deepEqual(
    deals.map((deal) => deal && isoFromInstant(deal.time)),
    [
      '2025-01-06T11:00:00.000Z',
      '2025-01-06T11:00:00.000Z',
      '2025-01-06T11:59:59.999Z',
      '2025-01-06T11:59:59.999Z',
    ],
  );
  // 210 points of 0.10 lots and twice 0.35.
  assert.equal(deals[0]?.initialRisk?.minor, 2_170);
});

test('an instrument that cannot be valued in the account’s currency is refused when it is ordered', () => {
  const gbp = currencyOf('GBP');
  const broker = createSimulatedBroker({
    instruments: [anInstrument({ commissionPerLotPerSide: { minor: 300, currency: gbp } })],
    start: { minor: 100, currency: gbp },
    leverage: 30,
  });
  const outcome = broker.place(anOrder());
  assert.ok(outcome.kind === 'denied' && outcome.code === 'conversion_rate');
});

test('the margin of a fill is checked at the open, knowing nothing of the bar’s end', () => {
  const broker = createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('1000'),
    leverage: 30,
  });
  // A position of 0.20 lots at 1.10210 blocks 734.73; another of 0.07 would need 257.16 of 265 less what floats.
  const series = aSeries([QUIET, QUIET, [110_200, 110_400, 110_050, 110_400]]);
  const step = anInstrument().volumeStep;
  broker.barClosed(series, 0);
  broker.place(anOrder({ lots: { steps: 20, step } }));
  broker.barClosed(series, 1);
  broker.place(anOrder({ key: 'BBBBBBBBBB' as OrderKey, lots: { steps: 8, step } }));
  const [event] = broker.barClosed(series, 2);
  // The close of that bar would have floated 38 dollars of profit.
  assert.ok(event?.kind === 'order-refused' && event.refusal.code === 'margin');
});

test('an order is still good at the very moment at which it ends', async () => {
  for (const [life, kind] of [
    [HOUR_MS, 'deal'],
    [HOUR_MS - 1, 'order-refused'],
  ] as const) {
    const bench = openBarBench();
    await bench.bar(QUIET);
    await bench.broker.place(anOrder({ expiresAt: instant(MONDAY + life) }));
    assert.deepEqual(
      (await bench.bar(QUIET)).map((event) => event.kind),
      [kind],
    );
  }
});

test('bars of a symbol it does not trade change nothing', () => {
  const broker = createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('1000'),
    leverage: 30,
  });
  assert.deepEqual(broker.barClosed(aSeries([QUIET], { symbol: 'GBPUSD' }), 0), []);
  assert.equal(broker.account().balance.minor, 100_000);
});

test('while nothing is open the account is one object, and no bar makes another', () => {
  const broker = createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('1000'),
    leverage: 30,
  });
  const series = aSeries([QUIET, QUIET]);
  const before = broker.account();
  broker.barClosed(series, 0);
  broker.barClosed(series, 1);
  assert.equal(broker.account(), before);
});

test('a bar that opens exactly at a level takes the position out on its first price', () => {
  const series = aSeries([[1_000, 1_100, 900, 1_000, 0]]);
  const at = (stopLoss: number, takeProfit: number) =>
    exitOn({ side: 'BUY', stopLoss, takeProfit }, series, 0);
  assert.deepEqual(at(1_000, 2_000), { reason: 'stop-loss', points: 1_000, atOpen: true });
  assert.deepEqual(at(500, 1_000), { reason: 'take-profit', points: 1_000, atOpen: true });
  assert.deepEqual(at(950, 1_050), { reason: 'stop-loss', points: 950, atOpen: false });
});

test('an exit never pays more than its level, and a bar that reaches neither level takes nobody out', () => {
  const bar = fc.tuple(
    fc.integer({ min: 900, max: 1_100 }),
    fc.nat(100),
    fc.nat(100),
    fc.nat(200),
    fc.nat(20),
  );
  fc.assert(
    fc.property(
      bar,
      fc.constantFrom('BUY' as const, 'SELL' as const),
      fc.integer({ min: 1, max: 150 }),
      fc.integer({ min: 1, max: 150 }),
      ([low, a, b, at, spread], side, risk, reward) => {
        const high = low + a + b;
        const row: Row = [low + a, high, low, low + Math.min(at, a + b), spread];
        const series = aSeries([row]);
        const sign = side === 'BUY' ? 1 : -1;
        const levels = { side, stopLoss: 1_000 - sign * risk, takeProfit: 1_000 + sign * reward };
        const exit = exitOn(levels, series, 0);
        const [lowest, highest] = side === 'BUY' ? [low, high] : [low + spread, high + spread];
        const reachedStop = side === 'BUY' ? lowest <= levels.stopLoss : highest >= levels.stopLoss;
        const reachedTarget =
          side === 'BUY' ? highest >= levels.takeProfit : lowest <= levels.takeProfit;
        assert.equal(exit !== undefined, reachedStop || reachedTarget);
        if (!exit) return;
        const gained = sign * (exit.points - 1_000);
        if (exit.reason === 'take-profit') assert.equal(gained, reward);
        else assert.ok(gained <= -risk);
        if (reachedStop && !exit.atOpen) assert.equal(exit.reason, 'stop-loss');
      },
    ),
    { numRuns: 2_000 },
  );
});
