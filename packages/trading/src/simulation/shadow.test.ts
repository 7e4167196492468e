import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instant } from '@quorate/values/instant';
import { lotsFromDecimal } from '@quorate/values/lots';
import { price, priceFromDecimal } from '@quorate/values/price';
import type { MarketOrder, OrderKey } from '../account/order.ts';
import { createTradeBook } from '../account/trade-book.ts';
import { valuationOf } from '../account/valuation.ts';
import { type CandleSeries, closeTimeAt, timeframeMs } from '../market/candle.ts';
import { generateMarket } from '../market/market-generator.ts';
import { createRandom } from '../market/random.ts';
import { anInstrument, anOrder, aSeries, MONDAY, type Row, USD, usd } from '../testing/builders.ts';
import { DEFAULT_COSTS } from './costs.ts';
import { SHADOW_BARS, shadowOf } from './shadow.ts';
import { createSimulatedBroker } from './simulated-broker.ts';

const instrument = anInstrument();
const valuation = valuationOf(instrument, USD);
assert.ok(valuation.kind === 'valuation');
const terms = { instrument, valuation };

const QUIET: Row = [110_200, 110_250, 110_150, 110_200];

/** Buys one lot at the second bar's open, stop at 1.10000, target at 1.10600. */
function shadow(rows: readonly Row[], changes: Partial<MarketOrder> = {}) {
  const series = aSeries([QUIET, ...rows]);
  const lots = lotsFromDecimal('1.00', instrument.volumeStep);
  const order = anOrder({ lots, placedAt: closeTimeAt(series, 0), ...changes });
  return shadowOf(order, terms, series, 1);
}

describe('the shadow of an order that was refused', () => {
  it('reaches its target net of spread and both commissions', () => {
    const { entry, exit, reason, r } = shadow([QUIET, [110_200, 110_700, 110_150, 110_650]]);
    assert.deepEqual([entry?.points, exit?.points, reason], [110_210, 110_600, 'target']);
    // 390 points less 7.00, over 210 points and 7.00.
    assert.equal(r, 383 / 217);
  });

  it('loses one R at its stop', () => {
    const { exit, reason, r } = shadow([[110_200, 110_250, 109_900, 110_000]]);
    assert.deepEqual([exit?.points, reason, r], [110_000, 'stop', -1]);
  });

  it('counts the stop first when one bar touches both', () => {
    assert.equal(shadow([[110_200, 110_700, 109_900, 110_650]]).reason, 'stop');
  });

  it('leaves at the worse open when the market has jumped over its stop', () => {
    const { exit, r } = shadow([QUIET, [109_500, 109_600, 109_400, 109_500]]);
    assert.equal(exit?.points, 109_500);
    assert.equal(r, -717 / 217);
  });

  it('is paid no more than its target when the market has jumped over it', () => {
    const { exit, reason } = shadow([QUIET, [110_900, 111_000, 110_850, 110_950]]);
    assert.deepEqual([exit?.points, reason], [110_600, 'target']);
  });

  it('neither opens nor closes on a crossed quote', () => {
    const crossed: Row = [110_200, 110_250, 109_000, 110_200, -5];
    const { entry, reason } = shadow([crossed, QUIET, crossed, QUIET]);
    assert.deepEqual([entry?.points, reason], [110_210, 'open']);
  });

  it('sells at the bid and leaves at the ask', () => {
    const { entry, exit, r } = shadow([[110_200, 110_250, 109_900, 110_000]], {
      side: 'SELL',
      stopLoss: priceFromDecimal('1.10400', 5),
      takeProfit: priceFromDecimal('1.10000', 5),
    });
    assert.deepEqual([entry?.points, exit?.points], [110_200, 110_000]);
    assert.equal(r, (200 - 7) / (200 + 7));
  });

  it('is not filled past its time, nor when the market has left its stops behind', () => {
    const late = shadow([QUIET], { expiresAt: instant(MONDAY) });
    assert.deepEqual([late.reason, late.entry, late.r], ['unfilled', null, null]);
    const beyond = shadow([[109_900, 109_950, 109_850, 109_900]]);
    assert.deepEqual([beyond.reason, beyond.entry], ['unfilled', null]);
  });

  it('ends at the newest quote when neither price comes in 500 bars', () => {
    const quiet = Array.from({ length: SHADOW_BARS + 20 }, () => QUIET);
    const { reason, exit, exitAt, r } = shadow(quiet);
    assert.deepEqual([reason, exit?.points], ['expired', 110_200]);
    assert.equal(exitAt, MONDAY + (SHADOW_BARS + 1) * timeframeMs('H1'));
    assert.equal(r, -17 / 217);
    assert.equal(shadow(quiet.slice(0, SHADOW_BARS - 1)).reason, 'open');
  });
});

/** What the broker makes of the same order, in R; undefined while it is open or when it was refused. */
function brokerRun(series: CandleSeries, order: MarketOrder, from: number) {
  const broker = createSimulatedBroker({
    instruments: [instrument],
    start: usd('10000000'),
    leverage: 30,
  });
  const book = createTradeBook();
  broker.barClosed(series, from - 1);
  broker.place(order);
  for (let index = from; index < Math.min(series.length, from + SHADOW_BARS); index++) {
    for (const event of broker.barClosed(series, index)) {
      if (event.kind === 'deal') book.add(event.deal);
    }
  }
  const [trade] = book.trades();
  if (trade?.status !== 'CLOSED' || trade.initialRisk === null) return undefined;
  return { exit: trade.closePrice?.points, r: trade.profit.minor / trade.initialRisk.minor };
}

describe('the shadow on random markets', () => {
  it('equals what the broker makes of the order where nobody refuses it', () => {
    const random = createRandom(11);
    const seen = new Set<string>();
    for (let seed = 1; seed <= 12; seed++) {
      const series = generateMarket({
        symbol: 'EURUSD',
        timeframe: 'H1',
        digits: 5,
        bars: 900,
        end: MONDAY,
        seed,
      });
      for (let at = 20; at < 850; at += 13) {
        const buy = random() < 0.5;
        const sign = buy ? 1 : -1;
        const entry = (buy ? series.askClose[at] : series.close[at]) ?? 0;
        const order = anOrder({
          key: `KEY${seed}-${at}` as OrderKey,
          side: buy ? 'BUY' : 'SELL',
          lots: lotsFromDecimal('1.00', instrument.volumeStep),
          stopLoss: price(entry - sign * Math.round(40 + random() * 400), 5),
          takeProfit: price(entry + sign * Math.round(60 + random() * 700), 5),
          placedAt: closeTimeAt(series, at),
          expiresAt: instant(closeTimeAt(series, at) + timeframeMs('H1')),
        });
        const made = brokerRun(series, order, at + 1);
        const follow = { ...terms, costs: DEFAULT_COSTS };
        const { reason, exit, r } = shadowOf(order, follow, series, at + 1);
        seen.add(reason);
        if (reason === 'expired') assert.equal(made, undefined);
        else assert.deepEqual(made, r === null ? undefined : { exit: exit?.points, r });
      }
    }
    for (const reason of ['target', 'stop', 'unfilled']) assert.ok(seen.has(reason), reason);
  });
});
