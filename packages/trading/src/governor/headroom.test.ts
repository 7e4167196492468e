import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, instant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { price } from '@quorate/values/price';
import { valuationOf } from '../account/valuation.ts';
import { createCandleBuilder } from '../market/candle-builder.ts';
import { askRiskDesk } from '../risk/risk-desk.ts';
import { anInstrument, aSeries, MONDAY, type Row, USD } from '../testing/builders.ts';
import { aDesk, aPosition, aProposal, refusalOf, someFacts } from '../testing/desk-context.ts';
import type { GovernorFacts } from './facts.ts';
import { addPosition, noRisk, termsOf } from './headroom.ts';
import { createSlipReserve, LEAST_STOPS, reservePoints } from './slip-reserve.ts';

const instrument = anInstrument();
const JPY = currencyOf('JPY');
const quote = { bid: 110_100, ask: 110_110 };

function valued() {
  const valuation = valuationOf(instrument, USD);
  assert.ok(valuation.kind === 'valuation');
  return valuation;
}

/** 0.10 lots of EURUSD, bought at 1.10000 with a stop at 1.09800; a point is 10 cents. */
function riskOf(reserve: number, swapMinor = 0) {
  const sum = noRisk();
  addPosition(sum, aPosition(), termsOf(instrument, valued(), quote, reserve), swapMinor);
  return sum;
}

test('a position loses all the way from now down to its stop, with costs and a quarter for slips', () => {
  // 300 points down from 1.10100 are 30.00 dollars, closing costs 0.35: times 1.25.
  assert.deepEqual(riskOf(50), {
    atStopsMinor: 2_035,
    openRiskMinor: 3_035 * 1.25,
    worstBeyondMinor: 0,
    closingMinor: 35,
  });
});

test('where more than a quarter is kept for a slip, that counts; so do the nights up to the turn', () => {
  assert.equal(riskOf(200).openRiskMinor, 3_035 + 2_000);
  assert.equal(riskOf(50, 100).openRiskMinor, 3_135 * 1.25);
});

test('what a slip at its very worst loses beyond what is kept is added up on its own', () => {
  const sum = noRisk();
  const terms = termsOf(instrument, valued(), quote, 50, 1_200);
  addPosition(sum, aPosition(), terms, 0);
  // 300 points to the stop and 1,200 beyond it are 150.00 dollars, closing costs 0.35.
  assert.equal(sum.worstBeyondMinor, 15_035 - 3_035 * 1.25);
  assert.equal(sum.openRiskMinor, 3_035 * 1.25);
});

test('what a position has won never pays for the stop of another', () => {
  const sum = noRisk();
  const terms = termsOf(instrument, valued(), { bid: 112_000, ask: 112_010 }, 0);
  addPosition(sum, aPosition(), terms, 0);
  // It is 200 dollars ahead, and all of that may be lost on the way to its stop.
  assert.equal(sum.openRiskMinor, (22_000 + 35) * 1.25);
});

test('where the price makes a point dearer, what has been won or lost already is valued there, too', () => {
  const yen = anInstrument({ symbol: 'USDJPY', digits: 3, baseCurrency: USD, quoteCurrency: JPY });
  const valuation = valuationOf(yen, USD);
  assert.ok(valuation.kind === 'valuation');
  const riskAt = (side: 'BUY' | 'SELL', opened: number, stop: number) => {
    const sum = noRisk();
    const position = {
      ...aPosition(),
      symbol: 'USDJPY',
      side,
      openPrice: price(opened, 3),
      stopLoss: price(stop, 3),
    };
    const terms = termsOf(yen, valuation, { bid: 150_000, ask: 150_000 }, 0);
    addPosition(sum, position, terms, 0);
    return sum.openRiskMinor / 1.25 - 35;
  };
  // 0.10 lots: 10,000 dollars. 10.000 yen down are 100,000 yen, at 140 to the dollar.
  assert.equal(Math.round(riskAt('BUY', 150_000, 140_000)), Math.round(10_000_000 / 140));
  // 5.000 yen lost before are 333.33 dollars at 150 and 357.14 at 140.
  assert.equal(
    Math.round(riskAt('BUY', 155_000, 140_000)),
    Math.round(15_000_000 / 140 - 5_000_000 / 150),
  );
  // A sale that has won 20.000 yen keeps 10.000, which are worth less at 160 than at 150.
  assert.equal(
    Math.round(riskAt('SELL', 170_000, 160_000)),
    Math.round(20_000_000 / 150 - 10_000_000 / 160),
  );
});

test('an order is made as small as the headroom wants it, and never larger than its risk', () => {
  const ask = (headroomMinor: number) =>
    askRiskDesk(aProposal(), aDesk({ governor: someFacts({ headroomMinor }) }));
  const free = askRiskDesk(aProposal(), aDesk());
  const wide = ask(1_000_000);
  const narrow = ask(5_000);
  assert.ok(free.kind === 'approved' && wide.kind === 'approved' && narrow.kind === 'approved');
  assert.equal(wide.order.lots.steps, free.order.lots.steps);
  assert.ok(narrow.neededMinor <= 5_000 && narrow.order.lots.steps < free.order.lots.steps);
  // One step more would need more than is left.
  assert.ok((narrow.neededMinor / narrow.order.lots.steps) * (narrow.order.lots.steps + 1) > 5_000);
});

test('near a floor that ends the account an order is so small that its symbol may slip at its very worst', () => {
  const ask = (facts: Partial<GovernorFacts>) =>
    askRiskDesk(aProposal(), aDesk({ governor: someFacts(facts) }));
  const usual = ask({});
  const near = ask({ endRoomMinor: 20_000 });
  assert.ok(usual.kind === 'approved' && near.kind === 'approved');
  const { neededMinor, worstBeyondMinor, order } = near;
  assert.ok(order.lots.steps < usual.order.lots.steps);
  assert.ok(neededMinor + worstBeyondMinor <= 20_000);
  // One step more would lose more than is left.
  assert.ok(
    ((neededMinor + worstBeyondMinor) / order.lots.steps) * (order.lots.steps + 1) > 20_000,
  );
  const reported = near.checks.find(({ name }) => name === 'worst_slip_minor');
  assert.ok(reported && near.checks.some(({ name }) => name === 'open_risk_minor'));

  // What is open of the same symbol slips with it; what is open of another keeps its own.
  const more = ask({ endRoomMinor: 20_000, worstBeyondMinor: 5_000, worstHereMinor: 5_000 });
  const other = ask({ endRoomMinor: 20_000, worstBeyondMinor: 5_000 });
  assert.ok(more.kind === 'approved' && other.kind === 'approved');
  assert.ok(more.order.lots.steps < order.lots.steps);
  assert.equal(other.order.lots.steps, order.lots.steps);
});

test('below the smallest order it is refused with what the worst slip takes', () => {
  const message = (facts: Partial<GovernorFacts>) =>
    refusalOf({}, { governor: someFacts(facts) }).message;
  assert.equal(
    message({ endRoomMinor: 1_000 }),
    'The smallest order of EURUSD, 0.01 lots, loses 14.33 USD if EURUSD slips at its very worst; equity leaves 10.00 USD: open risk is 45.50 USD, the floor that ends the account 9895.00 USD, the buffer 49.50 USD.',
  );
  assert.equal(
    message({ endRoomMinor: 20_000, worstBeyondMinor: 19_900 }),
    'The smallest order of EURUSD, 0.01 lots, needs 2.92 USD with what is kept for slips; equity leaves 1.00 USD: open risk is 45.50 USD, the worst slip of one symbol 199.00 USD more, the floor that ends the account 9705.00 USD, the buffer 49.50 USD.',
  );
});

/** Bars of 100 points, of which every hundredth opens 80 points below the close before it. */
function gappy(bars: number) {
  const rows = Array.from({ length: bars }, (_, at): Row => {
    const open = at % 100 === 99 ? 109_920 : 110_000;
    return [open, 110_050, 109_900, 110_000];
  });
  return aSeries(rows, { from: instant(MONDAY) });
}

test('the slip reserve is assumed until enough stops are known, and then comes from past bars alone', () => {
  const series = gappy(40_000);
  const young = createSlipReserve(series);
  const assumed = young.pointsAt(200);
  // 0.6 of the usual range, which is a little above 150 points.
  assert.ok(assumed > 85 && assumed < 100, `${assumed} points`);
  const old = createSlipReserve(series);
  const learned = old.pointsAt(39_999);
  assert.ok(Object.values(old.samples()).some((known) => known >= LEAST_STOPS));
  assert.ok(learned > 70, `${learned} points`);
  const again = createSlipReserve(gappy(201));
  assert.equal(again.pointsAt(200), assumed);
});

test('the reserve is never less than twice the spread, and grows over a weekend', () => {
  assert.equal(reservePoints(10, 30, 1), 60);
  assert.equal(reservePoints(40, 10, 3), 120);
});

test('the worst slip is eight usual ranges, or the farthest that a past bar opened beyond the close before it', () => {
  const calm: Row[] = Array.from({ length: 300 }, () => [110_000, 110_050, 109_950, 110_000]);
  const storm = calm.with(200, [108_000, 108_050, 107_950, 108_000]);
  const worst = (rows: Row[], at: number) => {
    const reserve = createSlipReserve(aSeries(rows, { from: instant(MONDAY) }));
    reserve.pointsAt(at);
    return reserve.worst() / reserve.usualRange();
  };
  assert.equal(worst(calm, 299), 8);
  // It is not known before it has happened.
  assert.equal(worst(storm, 199), 8);
  assert.ok(worst(storm, 200) > 15 && worst(storm, 200) <= 20, `${worst(storm, 200)} ranges`);
  assert.equal(worst(storm, 299), worst(storm, 200));
  // One wrong price does not keep everything closed for good.
  const wrong = calm.with(200, [50_000, 50_050, 49_950, 50_000]);
  assert.equal(worst(wrong, 299), 20);
});

/** Days of 200 points; each Monday opens so far below Friday's close as the number of its week, up to 120. */
function weeks(many: number) {
  const market = { symbol: 'EURUSD', timeframe: 'D1', digits: 5 } as const;
  const builder = createCandleBuilder(market, many * 5);
  for (let week = 0; week < many; week += 1) {
    for (let day = 0; day < 5; day += 1) {
      const time = instant(MONDAY + (week * 7 + day) * DAY_MS);
      const open = 110_000 - (day === 0 ? week : 0);
      builder.pushBid({ time, open, high: 110_100, low: 109_880, close: 110_000 }, 10);
    }
  }
  return builder.series;
}

test('over a weekend the worst of a hundred past weekends counts, once there were a hundred', () => {
  const young = createSlipReserve(weeks(90));
  young.pointsAt(90 * 5 - 1);
  assert.equal(young.overWeekend(), 0);
  const old = createSlipReserve(weeks(120));
  old.pointsAt(120 * 5 - 1);
  assert.ok(old.overWeekend() > 115 && old.overWeekend() < 121, `${old.overWeekend()} points`);
  // What comes later is not known yet.
  const past = createSlipReserve(weeks(120));
  past.pointsAt(105 * 5 - 1);
  assert.ok(past.overWeekend() < 106, `${past.overWeekend()} points`);
});
