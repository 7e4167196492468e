import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyOf } from '@quorate/values/money';
import { conversionRefusal } from './conversion.ts';
import { instrumentFor } from './instrument.ts';
import { type PairQuote, ratesFrom, ratesOneAfterAnother } from './rates.ts';

const [EUR, GBP, USD, JPY] = ['EUR', 'GBP', 'USD', 'JPY'].map(currencyOf) as [
  ReturnType<typeof currencyOf>,
  ReturnType<typeof currencyOf>,
  ReturnType<typeof currencyOf>,
  ReturnType<typeof currencyOf>,
];
const GBPUSD: PairQuote = { base: GBP, quote: USD, bid: 1.27, ask: 1.2702 };
const USDJPY: PairQuote = { base: USD, quote: JPY, bid: 150, ask: 150.02 };
const of = (...quotes: PairQuote[]) => ratesFrom(() => quotes);

test('a pair gives its rate, and turned round the other one', () => {
  assert.deepEqual(of(GBPUSD).rate(GBP, USD), { bid: 1.27, ask: 1.2702 });
  assert.deepEqual(of(GBPUSD).rate(USD, GBP), { bid: 1 / 1.2702, ask: 1 / 1.27 });
  assert.deepEqual(of().rate(USD, USD), { bid: 1, ask: 1 });
});

test('where no pair is there, one more currency leads across, at the worse side of both', () => {
  assert.deepEqual(of(GBPUSD, USDJPY).rate(GBP, JPY), { bid: 1.27 * 150, ask: 1.2702 * 150.02 });
  assert.deepEqual(of(GBPUSD, USDJPY).rate(JPY, GBP), {
    bid: (1 / 150.02) * (1 / 1.2702),
    ask: (1 / 150) * (1 / 1.27),
  });
  assert.equal(of(GBPUSD, USDJPY).rate(GBP, EUR), undefined);
});

test('the pair itself comes before every crossing, and of several ways the worst counts', () => {
  const direct: PairQuote = { base: GBP, quote: JPY, bid: 190, ask: 190.1 };
  assert.deepEqual(of(GBPUSD, USDJPY, direct).rate(GBP, JPY), { bid: 190, ask: 190.1 });
  const other = { ...direct, bid: 189.9, ask: 190.05 };
  assert.deepEqual(of(direct, other).rate(GBP, JPY), { bid: 189.9, ask: 190.1 });
});

test('a crossed quote and one that is yet to come are none', () => {
  assert.equal(of({ ...GBPUSD, ask: 1.26 }).rate(GBP, USD), undefined);
  assert.equal(of({ ...GBPUSD, bid: Number.NaN, ask: Number.NaN }).rate(GBP, USD), undefined);
  assert.equal(of({ ...GBPUSD, bid: 0, ask: 0 }).rate(GBP, USD), undefined);
});

test('the first source that knows answers', () => {
  const rates = ratesOneAfterAnother(of(USDJPY), of(GBPUSD), of({ ...GBPUSD, bid: 1, ask: 1 }));
  assert.deepEqual(rates.rate(GBP, USD), { bid: 1.27, ask: 1.2702 });
  assert.equal(rates.rate(EUR, USD), undefined);
});

test('symbols that give each other no rate are refused before a run begins', () => {
  const instruments = (...symbols: string[]) =>
    symbols.map((symbol) => {
      const instrument = instrumentFor(symbol, 5, USD);
      if ('kind' in instrument) throw new Error(instrument.message);
      return instrument;
    });
  assert.equal(
    conversionRefusal(instruments('EURGBP'), USD)?.message,
    'EURGBP cannot be valued in USD: the account must be in EUR or GBP, or the candles of a pair of GBP and USD must be given, too.',
  );
  assert.equal(conversionRefusal(instruments('EURGBP', 'GBPUSD'), USD), undefined);
  assert.equal(conversionRefusal(instruments('EURGBP', 'USDJPY', 'GBPJPY'), USD), undefined);
  assert.equal(conversionRefusal(instruments('EURUSD', 'USDJPY'), USD), undefined);
});
