import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS } from '@quorate/values/instant';
import { lots } from '@quorate/values/lots';
import { priceFromDecimal } from '@quorate/values/price';
import type { Deal } from '../account/deal.ts';
import type { OrderKey } from '../account/order.ts';
import { tradesFromDeals } from '../account/trade-book.ts';
import type { BrokerEvent } from '../loop/ports.ts';
import { anInstrument, anOrder, aSeries, MONDAY, type Row, usd } from '../testing/builders.ts';
import { NO_COSTS } from './costs.ts';
import { createSimulatedBroker } from './simulated-broker.ts';

const QUIET: Row = [110_200, 110_250, 110_150, 110_200];
const step = anInstrument().volumeStep;

/** 1,000 dollars, 0.20 and 0.06 lots bought at 1.10210 with stops far away: 955.15 dollars of margin. */
function crowded(last: Row, stopOutPercent = 50): { deals: Deal[]; left: number; equity: number } {
  const broker = createSimulatedBroker({
    instruments: [anInstrument()],
    start: usd('1000'),
    leverage: 30,
    costs: { ...NO_COSTS, stopOutPercent },
  });
  const series = aSeries([QUIET, QUIET, last]);
  broker.barClosed(series, 0);
  for (const [key, steps] of [
    ['AAAAAAAAAA', 6],
    ['BBBBBBBBBB', 20],
  ] as const) {
    broker.place(
      anOrder({
        key: key as OrderKey,
        lots: lots(steps, step),
        stopLoss: priceFromDecimal('1.05000', 5),
        takeProfit: priceFromDecimal('1.10600', 5),
      }),
    );
  }
  broker.barClosed(series, 1);
  assert.equal(broker.positions().length, 2);
  const deals = broker
    .barClosed(series, 2)
    .flatMap((event: BrokerEvent) => (event.kind === 'deal' ? [event.deal] : []));
  return { deals, left: broker.positions().length, equity: broker.account().equity.minor };
}

describe('a stop-out', () => {
  it('closes the largest loss at the bar’s worst price where equity is half of the margin', () => {
    // 998.18 dollars less 0.26 x 2,020 points, 525.20, are 472.98: less than 477.58.
    const { deals, left } = crowded([110_100, 110_150, 108_190, 109_000]);
    assert.deepEqual(
      deals.map(({ reason, price, lots: volume, time }) => [
        reason,
        price.points,
        volume.steps,
        time,
      ]),
      [['stop-out', 108_190, 20, MONDAY + 3 * HOUR_MS - 1]],
    );
    assert.equal(left, 1);
    // Its opening deal, and this one.
    const [deal] = deals;
    assert.ok(deal);
    const [trade] = tradesFromDeals([{ ...deal, side: 'BUY', entry: 'in', reason: 'order' }, deal]);
    assert.equal(trade?.exitReason, 'stop_out');
  });

  it('closes what is left where that was not enough', () => {
    const { deals, left } = crowded([110_100, 110_150, 106_000, 109_000]);
    assert.deepEqual(
      deals.map(({ reason, lots: volume }) => [reason, volume.steps]),
      [
        ['stop-out', 20],
        ['stop-out', 6],
      ],
    );
    assert.equal(left, 0);
  });

  it('comes before a target that the same bar touches, and never where it is switched off', () => {
    const row: Row = [110_100, 110_700, 108_190, 109_000];
    const { deals } = crowded(row);
    assert.deepEqual(
      deals.map(({ reason }) => reason),
      ['stop-out', 'take-profit'],
    );
    assert.deepEqual(
      crowded(row, 0).deals.map(({ reason }) => reason),
      ['take-profit', 'take-profit'],
    );
  });

  it('does not come where the margin is enough', () => {
    assert.deepEqual(crowded([110_100, 110_150, 108_250, 109_000]).deals, []);
  });
});
