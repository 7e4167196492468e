import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSymbol } from './symbol-finder.ts';

const nameOf = (wanted: string, names: readonly string[]) => {
  const found = findSymbol(wanted, names);
  return found.kind === 'found' ? found.name : found.kind;
};

test('a symbol is found under its own name before any with a suffix', () => {
  assert.equal(nameOf('EURUSD', ['EURUSD', 'EURUSD.a']), 'EURUSD');
});

test('the one name that is the symbol with a suffix is taken', () => {
  for (const name of ['EURUSD.a', 'EURUSDm', 'EURUSD#', 'EURUSD_i', '#EURUSD', 'eurusd', 'EUR/USD'])
    assert.equal(nameOf('EURUSD', [name, 'GBPUSD.a', 'USDJPY']), name);
});

test('two names that fit are a question that names both', () => {
  const found = findSymbol('EURUSD', ['EURUSD.a', 'EURUSD.b']);
  assert.ok(found.kind === 'ambiguous');
  assert.match(found.message, /EURUSD\.a, EURUSD\.b/);
});

test('a symbol that is not there is told with its neighbours', () => {
  const found = findSymbol('EURUSD', ['EURGBP', 'XAUUSD']);
  assert.ok(found.kind === 'missing');
  assert.match(found.message, /no symbol EURUSD\. It has EURGBP/);
});
