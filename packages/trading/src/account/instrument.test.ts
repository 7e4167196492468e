import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lotsFromDecimal, lotsToDecimal, volumeStep } from '@quorate/values/lots';
import { currencyOf, formatMoney } from '@quorate/values/money';
import { anInstrument, USD } from '../testing/builders.ts';
import { inStepsOf, instrumentFor, naturalAccountCurrency } from './instrument.ts';

function known(symbol: string, digits: number, currency = USD) {
  const instrument = instrumentFor(symbol, digits, currency);
  if ('kind' in instrument) throw new Error(instrument.message);
  return instrument;
}

test('a forex pair trades 100,000 units of its base currency', () => {
  const { contractSize, baseCurrency, quoteCurrency, typicalSpreadPoints } = known('EURUSD', 5);
  assert.deepEqual(
    [contractSize, baseCurrency, quoteCurrency, typicalSpreadPoints],
    [100_000, 'EUR', 'USD', 12],
  );
  assert.equal(known('USDJPY', 3).typicalSpreadPoints, 13);
  assert.equal(known('EURUSD', 4).typicalSpreadPoints, 1);
});

test('gold trades 100 ounces and silver 5,000, whatever the digits', () => {
  assert.deepEqual(
    [known('XAUUSD', 2).contractSize, known('XAUUSD', 2).typicalSpreadPoints],
    [100, 30],
  );
  assert.equal(known('XAUUSD', 3).typicalSpreadPoints, 300);
  assert.equal(known('XAGUSD', 3).contractSize, 5_000);
});

test("a broker's suffix stays in the name and does not hide the pair", () => {
  for (const symbol of ['EURUSD.a', 'EURUSDm', 'EURUSD#', 'EURUSD_SB', 'EURUSD-ECN+', 'eurusd']) {
    assert.equal(known(symbol, 5).symbol, symbol);
    assert.equal(known(symbol, 5).baseCurrency, 'EUR');
  }
});

test('what is neither a pair nor a metal is refused by name', () => {
  for (const symbol of [
    '',
    'EUR',
    'US500',
    'BTCUSD',
    'EUREUR',
    'USDXAU',
    'EURUSD a',
    'EURUSD/',
    'AAPL.US',
  ]) {
    const refusal = instrumentFor(symbol, 5, USD);
    assert.ok('kind' in refusal, symbol);
    assert.deepEqual([refusal.code, refusal.actual], ['unknown_symbol', symbol]);
  }
});

test('commission is in the currency of the account', () => {
  assert.equal(formatMoney(known('EURUSD', 5).commissionPerLotPerSide), '3.50 USD');
  assert.equal(
    formatMoney(known('USDJPY', 3, currencyOf('JPY')).commissionPerLotPerSide),
    '500 JPY',
  );
  assert.equal(
    formatMoney(known('EURHUF', 3, currencyOf('HUF')).commissionPerLotPerSide),
    '1250.00 HUF',
  );
});

test('a symbol names an account currency in which it can be valued', () => {
  assert.deepEqual(
    ['EURUSD', 'USDJPY', 'EURGBP', 'XAUUSD', 'EURJPY.a', 'US500'].map(naturalAccountCurrency),
    ['USD', 'USD', 'GBP', 'USD', 'JPY', undefined],
  );
});

test('a volume counts in the steps of the instrument or not at all', () => {
  const tenths = anInstrument({ volumeStep: volumeStep('0.1') });
  const inTenths = inStepsOf(tenths, lotsFromDecimal('1.20', volumeStep('0.01')));
  assert.deepEqual([inTenths?.steps, inTenths && lotsToDecimal(inTenths)], [12, '1.2']);
  assert.equal(inStepsOf(tenths, lotsFromDecimal('1.25', volumeStep('0.01'))), undefined);
  assert.equal(inStepsOf(anInstrument(), lotsFromDecimal('2', volumeStep('1')))?.steps, 200);
});
