import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lots, lotsFromDecimal } from '@quorate/values/lots';
import { currencyOf, formatMoney, money } from '@quorate/values/money';
import fc from 'fast-check';
import { anInstrument, USD } from '../testing/builders.ts';
import { type Instrument, instrumentFor } from './instrument.ts';
import { type PairQuote, ratesFrom } from './rates.ts';
import { type Valuation, valuationOf } from './valuation.ts';

function valued(instrument: Instrument, currency = USD): Valuation {
  const valuation = valuationOf(instrument, currency);
  if (valuation.kind === 'denied') throw new Error(valuation.message);
  return valuation;
}

function pair(symbol: string, digits: number, currency = USD): Instrument {
  const instrument = instrumentFor(symbol, digits, currency);
  if ('kind' in instrument) throw new Error(instrument.message);
  return instrument;
}

const EURUSD = anInstrument();
const lotsOf = (text: string, instrument = EURUSD) => lotsFromDecimal(text, instrument.volumeStep);
const QUOTE = { bid: 108_214, ask: 108_226 };

test('a point of one lot of EURUSD is a dollar', () => {
  const { profitOf } = valued(EURUSD);
  assert.equal(formatMoney(profitOf(1, lotsOf('1.00'), QUOTE)), '1.00 USD');
  assert.equal(formatMoney(profitOf(10, lotsOf('0.12'), QUOTE)), '1.20 USD');
  assert.equal(formatMoney(profitOf(-37, lotsOf('0.01'), QUOTE)), '-0.37 USD');
});

test('a profit in yen becomes dollars at the ask, a loss at the bid: the side that is worse', () => {
  const usdjpy = pair('USDJPY', 3);
  const { profitOf } = valued(usdjpy);
  const quote = { bid: 150_000, ask: 150_030 };
  // 100 points of one lot are 10,000 yen.
  assert.equal(formatMoney(profitOf(100, lotsOf('1.00', usdjpy), quote)), '66.65 USD');
  assert.equal(formatMoney(profitOf(-100, lotsOf('1.00', usdjpy), quote)), '-66.67 USD');
});

test('a point of one lot of gold is a dollar at two digits', () => {
  const gold = pair('XAUUSD', 2);
  assert.equal(
    formatMoney(valued(gold).profitOf(150, lotsOf('0.10', gold), { bid: 200_000, ask: 200_030 })),
    '15.00 USD',
  );
});

test('an account in yen counts whole yen', () => {
  const jpy = currencyOf('JPY');
  const eurjpy = pair('EURJPY', 3, jpy);
  assert.equal(
    formatMoney(valued(eurjpy, jpy).profitOf(7, lotsOf('0.01', eurjpy), QUOTE)),
    '7 JPY',
  );
});

test('an account in a third currency is refused with what it could be', () => {
  const refusal = valuationOf(anInstrument(), currencyOf('GBP'));
  assert.equal(refusal.kind, 'denied');
  assert.ok(refusal.kind === 'denied');
  assert.deepEqual(
    [refusal.code, refusal.limit, refusal.actual],
    ['conversion_rate', 'EUR or USD', 'GBP'],
  );
  assert.equal(
    refusal.message,
    'EURUSD cannot be valued in GBP: without a conversion rate the account must be in EUR or USD.',
  );
});

test('EURGBP in a dollar account is valued with GBPUSD: a profit at its bid, a loss at its ask', () => {
  const eurgbp = pair('EURGBP', 5);
  const rates = ratesFrom(() => [{ base: currencyOf('GBP'), quote: USD, bid: 1.27, ask: 1.2702 }]);
  const valuation = valuationOf(eurgbp, USD, rates);
  assert.ok(valuation.kind === 'valuation');
  const quote = { bid: 83_000, ask: 83_015 };
  // 100 points of one lot are 100 pounds.
  const lot = lotsOf('1.00', eurgbp);
  assert.equal(formatMoney(valuation.profitOf(100, lot, quote)), '127.00 USD');
  assert.equal(formatMoney(valuation.profitOf(-100, lot, quote)), '-127.02 USD');
  // 100,000 euros at 0.83015 pounds and 1.2702 dollars, a thirtieth of them.
  assert.equal(Math.round(valuation.marginMinorOf(lot, quote, 30)), 351_486);
  assert.equal(valuation.missingRate?.(), undefined);
});

test('while a third currency’s rate is not known the last one values what is held, and nothing else', () => {
  const eurgbp = pair('EURGBP', 5);
  let quotes: PairQuote[] = [];
  const valuation = valuationOf(
    eurgbp,
    USD,
    ratesFrom(() => quotes),
  );
  assert.ok(valuation.kind === 'valuation');
  const lossOf = () => valuation.minorOf(-100, lotsOf('1.00', eurgbp), QUOTE);
  assert.ok(Number.isNaN(lossOf()));
  assert.equal(
    valuation.missingRate?.()?.message,
    'EURGBP cannot be valued in USD now: no quote gives a rate from GBP to USD.',
  );
  quotes = [{ base: currencyOf('GBP'), quote: USD, bid: 1.27, ask: 1.3 }];
  assert.equal(lossOf(), -13_000);
  quotes = [];
  assert.equal(lossOf(), -13_000);
  assert.equal(valuation.missingRate?.()?.code, 'conversion_rate');
});

test('commission in another currency than the account is a fault', () => {
  const instrument = anInstrument({ commissionPerLotPerSide: money(350, currencyOf('EUR')) });
  assert.throws(() => valuationOf(instrument, USD), {
    name: 'ValueError',
    message: 'the commission of EURUSD is in EUR, the account in USD',
  });
});

test('commission is a cost, by the lot, rounded to the cent', () => {
  const { commissionOf } = valued(EURUSD);
  assert.deepEqual(
    ['1.00', '0.10', '0.01'].map((text) => commissionOf(lotsOf(text)).minor),
    [-350, -35, -4],
  );
  assert.ok(Object.is(commissionOf(lotsOf('0.00')).minor, 0));
});

test('margin is the base amount over the leverage, in the account currency', () => {
  assert.equal(
    valued(EURUSD).marginMinorOf(lotsOf('1.00'), { bid: 110_000, ask: 120_000 }, 30),
    400_000,
  );
  const usdjpy = pair('USDJPY', 3);
  assert.equal(valued(usdjpy).marginMinorOf(lotsOf('0.30', usdjpy), QUOTE, 30), 100_000);
});

test('a loss is never valued smaller than the profit of the same distance', () => {
  const usdjpy = pair('USDJPY', 3);
  const { minorOf } = valued(usdjpy);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 80_000, max: 200_000 }),
      fc.nat(500),
      (points, steps, bid, spread) => {
        const volume = lots(steps, usdjpy.volumeStep);
        const quote = { bid, ask: bid + spread };
        assert.ok(-minorOf(-points, volume, quote) >= minorOf(points, volume, quote));
      },
    ),
  );
});
