import { symbolsFor } from '@quorate/contract/hosted-defaults';
import { buildHosted, PRACTICE_SOURCE } from '@quorate/ui/testing/hosted';
import { expect, test } from 'vitest';
import { fieldsOf, newFields, readFields, withCurrency, withSource } from './hosted-form.ts';

const FILE = {
  source: 'file',
  name: 'Past prices',
  symbols: ['GBPUSD'],
  timeframes: ['H1', 'H4'],
  paces: ['real_time'],
} as const;
const OF_FILE = {
  ...FILE,
  symbols: [...FILE.symbols],
  timeframes: [...FILE.timeframes],
  paces: [...FILE.paces],
};
const fresh = () => newFields([PRACTICE_SOURCE], 'EUR', []);

test('a new account begins with the defaults', () => {
  expect(readFields(fresh(), null)).toEqual({
    settings: {
      name: 'Practice',
      symbols: ['EURUSD.practice'],
      timeframes: ['M15', 'H1'],
      risk_profile: 'standard',
      analysts: 'rules',
      exits: {},
    },
    balance: 10_000,
    faults: null,
  });
});

test('another account gets a name that is free', () => {
  expect(newFields([PRACTICE_SOURCE], 'USD', ['Practice', 'Practice 2']).name).toBe('Practice 3');
});

test('what a source does not offer is not chosen', () => {
  expect(newFields([OF_FILE], 'USD', [])).toMatchObject({
    source: 'file',
    symbols: ['GBPUSD'],
    timeframes: ['H1'],
    pace: 'real_time',
  });
  const both = { ...fresh(), currency: 'USD', symbols: ['EURUSD.practice', 'GBPUSD.practice'] };
  expect(withSource(both, OF_FILE)).toMatchObject({ symbols: ['GBPUSD'], pace: 'real_time' });
});

test('pairs are those that an account in the currency can trade', () => {
  const ofPounds = newFields([PRACTICE_SOURCE], 'GBP', []);
  expect(ofPounds.symbols).toEqual(['GBPUSD.practice']);
  expect(symbolsFor(PRACTICE_SOURCE, 'GBP')).toEqual(['GBPUSD.practice', 'EURGBP.practice']);
  expect(withCurrency(ofPounds, 'EUR', PRACTICE_SOURCE).symbols).toEqual(['EURUSD.practice']);
  // None is named as a pair with it: the service says which it can be.
  expect(symbolsFor({ ...OF_FILE, symbols: ['GER40'] }, 'EUR')).toEqual(['GER40']);
  expect(symbolsFor(undefined, 'EUR')).toEqual([]);
});

test.each([
  ['99', null],
  ['100', 100],
  ['10,000', 10_000],
  [' 10000000 ', 10_000_000],
  ['10,000,001', null],
  ['1,00', null],
  ['10.5', null],
  ['-500', null],
  ['1e4', null],
  ['', null],
])('a balance of "%s" is read as %s', (balance, figure) => {
  const read = readFields({ ...fresh(), balance }, null);
  expect(read.faults === null ? read.balance : null).toBe(figure);
  if (figure === null) expect(read.faults?.balance).toContain('100 to 10,000,000');
});

test('each field has its own fault', () => {
  const { faults } = readFields(
    {
      ...fresh(),
      name: '   ',
      symbols: [],
      timeframes: ['M5', 'M15', 'M30', 'H1'],
      balance: 'much',
      exits: { break_even_after_r: '99' },
    },
    null,
  );
  expect(Object.keys(faults ?? {}).toSorted()).toEqual([
    'balance',
    'break_even_after_r',
    'name',
    'symbols',
    'timeframes',
  ]);
  const seven = ['A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'A7'];
  expect(readFields({ ...fresh(), symbols: seven }, null).faults?.symbols).toBe(
    'Choose at most 6 symbols; 7 are chosen.',
  );
  expect(readFields({ ...fresh(), name: 'x'.repeat(41) }, null).faults?.name).toContain(
    'at most 40',
  );
});

test('an account is read back as it is, with exits that the form does not show', () => {
  const exits = { break_even_after_r: 1, time_stop_bars: null, exit_on_opposite_percent: 60 };
  // No form would take this balance; it is not asked for it.
  const account = buildHosted({ start_balance: 50.5 }, { exits });
  const read = readFields(fieldsOf(account), account);
  expect(read.faults === null && read.settings.exits).toEqual({
    break_even_after_r: 1,
    exit_on_opposite_percent: 60,
  });
});
