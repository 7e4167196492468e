import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS, instant, instantFromIso, MINUTE_MS } from '@quorate/values/instant';
import { lotsFromDecimal } from '@quorate/values/lots';
import { instrumentFor } from '../account/instrument.ts';
import { valuationOf } from '../account/valuation.ts';
import { serverTimeMs } from '../market/new-york-clock.ts';
import { swapNights } from '../market/trading-day.ts';
import { openBarBench } from '../testing/bar-bench.ts';
import { onlyDeal, opened, QUIET } from '../testing/broker-bench.ts';
import { aSeries, MONDAY, type Row, USD } from '../testing/builders.ts';
import { DEFAULT_COSTS, NO_COSTS, slippagePoints, swapOf, swapSource } from './costs.ts';
import { dearer, dearerCosts, widerSpread } from './dearer.ts';

const near = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 0.005, `${actual} and ${expected}`);

/** A bar of 150 points. */
const BAR: Row = [110_200, 110_300, 110_150, 110_250];

/** 0.1 x 150 / √60, about 1.94 points. */
const HOURLY = 15 / Math.sqrt(60);

describe('slippage', () => {
  const at = (iso: string, timeframe: 'M1' | 'H1' | 'D1', when: 'open' | 'inside' | 'close') => {
    const series = aSeries([BAR], { timeframe, from: instantFromIso(iso) });
    return slippagePoints(DEFAULT_COSTS, { series, index: 0, when });
  };

  it('is a tenth of what price moves in a minute, and more where the market is thin', () => {
    near(at('2025-01-07T09:00Z', 'H1', 'open'), 1.94);
    near(at('2025-01-07T02:00Z', 'H1', 'inside'), 1.5 * HOURLY);
    near(at('2025-01-07T22:00Z', 'H1', 'open'), 3 * HOURLY);
    near(at('2025-01-07T09:00Z', 'M1', 'inside'), 15);
  });

  it('goes by the hour of the filling, where that is known', () => {
    // The hour before ends with the rollover; a day holds every hour.
    near(at('2025-01-07T21:00Z', 'H1', 'open'), 1.5 * HOURLY);
    near(at('2025-01-07T21:00Z', 'H1', 'close'), 3 * HOURLY);
    near(at('2025-01-06T22:00Z', 'D1', 'open'), (3 * 15) / Math.sqrt(1_440));
    near(at('2025-01-06T22:00Z', 'D1', 'inside'), (1.5 * 15) / Math.sqrt(1_440));
  });

  it('grows with the factor, and may be so many points', () => {
    const fill = { series: aSeries([BAR]), index: 0, when: 'open' } as const;
    const usual = slippagePoints(DEFAULT_COSTS, fill);
    assert.equal(slippagePoints(dearerCosts(DEFAULT_COSTS, 1.5), fill), 1.5 * usual);
    assert.equal(slippagePoints({ ...NO_COSTS, slippage: 3, factor: 2 }, fill), 6);
    assert.equal(slippagePoints(NO_COSTS, fill), 0);
  });
});

describe('a simulated account with costs', () => {
  const swaps = { '*': { unit: 'account', longMinor: -700, shortMinor: -200 } } as const;
  const costs = { ...NO_COSTS, slippage: 4, swaps };

  it('takes slippage at the opening and at a closing, and the account pays both', async () => {
    const bench = openBarBench({ costs });
    const opening = await opened(bench);
    // Four points of 0.10 lots of EURUSD are 40 cents.
    assert.equal(opening.fee.minor, -40);
    const outcome = await bench.broker.close(opening.positionTicket);
    const closing = outcome.kind === 'closed' ? outcome.deal : assert.fail();
    assert.equal(closing.fee.minor, -40);
    assert.deepEqual(onlyDeal(await bench.bar(QUIET)), closing, 'told as it was answered');
    const { balance, equity } = await bench.broker.account();
    const sum = [opening, closing].reduce(
      (total, { profit, commission, fee, swap }) =>
        total + profit.minor + commission.minor + fee.minor + swap.minor,
      0,
    );
    assert.equal(balance.minor, 1_000_000 + sum);
    assert.equal(equity.minor, balance.minor);
  });

  it('slips at a stop, by the range of its bar', async () => {
    const bench = openBarBench({ costs: { ...NO_COSTS, slippage: 'range' } });
    await opened(bench);
    const stop = onlyDeal(await bench.bar([110_200, 110_300, 109_900, 110_000]));
    assert.equal(stop.reason, 'stop-loss');
    // 12:00 UTC is Europe's: 0.1 x 400 / √60 = 5.16 points of 0.10 lots.
    assert.equal(stop.fee.minor, -52);
    assert.equal(stop.price.points, 110_000);
  });

  it('takes swap for each night with the closing, and a target without slippage', async () => {
    const bench = openBarBench({ costs });
    const opening = await opened(bench);
    bench.silence(48);
    const target = opening.takeProfit?.points ?? 0;
    const closing = onlyDeal(await bench.bar([target, target + 50, target - 10, target, 10]));
    assert.deepEqual([closing.reason, closing.fee.minor], ['take-profit', 0]);
    const nights = swapNights(serverTimeMs(opening.time), serverTimeMs(closing.time));
    assert.ok(nights >= 2, `${nights} nights`);
    assert.equal(closing.swap.minor, -70 * nights);
  });
});

describe('the swap of a symbol', () => {
  const over = (symbol: string, digits: number, side: 'BUY' | 'SELL', factor = 1) => {
    const instrument = instrumentFor(symbol, digits, USD);
    if ('kind' in instrument) throw new Error(instrument.message);
    const valuation = valuationOf(instrument, USD);
    assert.ok(valuation.kind === 'valuation');
    const lots = lotsFromDecimal('0.50', instrument.volumeStep);
    const from = instantFromIso('2025-01-06T10:00Z');
    const worth = { lots, quote: { bid: 150_000, ask: 150_030 }, valuation };
    const held = { instrument, side, from, to: instant(from + 24 * HOUR_MS) };
    return swapOf({ ...DEFAULT_COSTS, factor }, held, worth).minor;
  };

  it('is that of the table, in the second currency of the pair', () => {
    // 0.50 x 6.55 dollars; 0.50 x 2,192 yen at 150.00, the worse side.
    assert.equal(over('EURUSD', 5, 'BUY'), -328);
    assert.equal(over('USDJPY', 3, 'SELL'), -731);
    assert.equal(over('EURUSD.a', 4, 'BUY'), -328);
  });

  it('grows with the factor where it is a cost, and not where it is paid', () => {
    assert.equal(over('EURUSD', 5, 'BUY', 2), -655);
    assert.equal(over('EURUSD', 5, 'SELL', 2), over('EURUSD', 5, 'SELL'));
    assert.ok(over('EURUSD', 5, 'SELL') > 0);
  });

  it('is what was given before what is assumed, and nothing where neither is known', () => {
    assert.equal(swapSource(DEFAULT_COSTS, 'EURUSD'), 'assumed');
    assert.equal(swapSource(DEFAULT_COSTS, 'USDNOK'), 'unknown');
    assert.equal(over('USDNOK', 5, 'BUY'), 0);
    const given = { unit: 'account', longMinor: 0, shortMinor: 0 } as const;
    assert.equal(swapSource({ ...DEFAULT_COSTS, swaps: { EURUSD: given } }, 'EURUSD'), 'given');
    assert.equal(swapSource({ ...DEFAULT_COSTS, swaps: { '*': given } }, 'USDNOK'), 'given');
  });
});

describe('nights', () => {
  const nights = (from: string, to: string) =>
    swapNights(serverTimeMs(instantFromIso(from)), serverTimeMs(instantFromIso(to)));

  it('are the midnights of the server, three for Wednesday and none for the weekend', () => {
    // Midnight is 22:00 UTC in winter.
    assert.equal(nights('2025-01-06T10:00Z', '2025-01-06T21:59Z'), 0);
    assert.equal(nights('2025-01-06T10:00Z', '2025-01-06T22:00Z'), 1);
    assert.equal(nights('2025-01-08T10:00Z', '2025-01-08T23:00Z'), 3);
    assert.equal(nights('2025-01-10T10:00Z', '2025-01-13T10:00Z'), 1);
    assert.equal(nights('2025-01-06T10:00Z', '2025-01-13T10:00Z'), 7);
  });
});

describe('dearer terms', () => {
  it('have a wider spread above the same bid, and a dearer broker; crossed quotes stay', () => {
    const series = aSeries([BAR, [110_200, 110_300, 110_150, 110_250, -1]]);
    const { instrument } = openBarBench();
    const { series: wide, instrument: dear } = dearer({ series, instrument }, 1.5);
    assert.equal(wide.close, series.close);
    assert.deepEqual(
      [0, 1].map((at) => (wide.askClose[at] ?? 0) - (wide.close[at] ?? 0)),
      [15, -1],
    );
    assert.equal(dear.commissionPerLotPerSide.minor, 525);
    assert.equal(dear.typicalSpreadPoints, 18);
    assert.deepEqual(widerSpread(series, 1).askHigh, series.askHigh);
  });
});

describe('finer bars inside', () => {
  const hour: Row = [110_200, 110_700, 109_900, 110_300];
  /** Sixty minutes of the bar that opens two hours after the first; the target comes before the stop. */
  const minutes = (first: 'target' | 'stop') => {
    const rows = Array.from({ length: 60 }, (): Row => [110_200, 110_210, 110_190, 110_200]);
    rows[10] =
      first === 'target'
        ? [110_200, 110_700, 110_190, 110_300]
        : [110_200, 110_210, 109_900, 110_000];
    rows[40] =
      first === 'target'
        ? [110_200, 110_210, 109_900, 110_000]
        : [110_200, 110_700, 110_190, 110_300];
    const from = instant(MONDAY + 2 * HOUR_MS);
    return aSeries(rows, { timeframe: 'M1', from });
  };

  it('tell which of stop and target came first, and when', async () => {
    for (const first of ['target', 'stop'] as const) {
      const bench = openBarBench({ inside: [minutes(first)] });
      await opened(bench);
      const deal = onlyDeal(await bench.bar(hour));
      assert.equal(deal.reason, first === 'target' ? 'take-profit' : 'stop-loss');
      assert.equal(deal.time, MONDAY + 2 * HOUR_MS + 11 * MINUTE_MS - 1);
    }
    const without = openBarBench();
    await opened(without);
    assert.equal(onlyDeal(await without.bar(hour)).reason, 'stop-loss');
  });

  it('leave a bar as it is where they have a hole', async () => {
    const bench = openBarBench({ inside: [aSeries([QUIET], { timeframe: 'M1' })] });
    await opened(bench);
    const deal = onlyDeal(await bench.bar(hour));
    assert.deepEqual([deal.reason, deal.time], ['stop-loss', MONDAY + 3 * HOUR_MS - 1]);
  });

  it('have the quote of an opening, at the first minute that has one', async () => {
    const from = instant(MONDAY + HOUR_MS + 3 * MINUTE_MS);
    const bench = openBarBench({ inside: [aSeries([QUIET], { timeframe: 'M1', from })] });
    const deal = await opened(bench);
    assert.deepEqual([deal.time, deal.price.points], [from, 110_210]);
  });
});
