import { expect, test } from 'vitest';
import { DEFAULT_FILTER, filterFromQuery, filterToQuery } from './trade-filter.ts';

function read(query: string) {
  return filterFromQuery(new URLSearchParams(query));
}

test('an empty address is the default filter', () => {
  expect(read('')).toEqual(DEFAULT_FILTER);
});

test('a filter survives its address', () => {
  const filter = {
    period: 'custom',
    from: '2026-01-01',
    to: '2026-02-28',
    account: 'demo',
    symbol: 'EURUSD.a',
    side: 'SELL',
    result: 'break_even',
    exit: 'stop_out',
    tag: 'news & fomo',
    text: '100% _of_ \\ 😀',
    sort: 'close_price',
    order: 'asc',
    page: 4,
    perPage: 25,
    currency: 'EUR',
  } as const;
  expect(filterFromQuery(filterToQuery(filter, new URLSearchParams()))).toEqual(filter);
});

test('an address holds only what differs from the default, and keeps what is not its own', () => {
  const query = filterToQuery(
    DEFAULT_FILTER,
    new URLSearchParams('tab=history&period=daily&page=3'),
  );
  expect(query.toString()).toBe('tab=history');
});

test.each([
  'period=custom',
  'period=custom&from=2026-01-01',
  'period=custom&from=2026-02-30&to=2026-03-01',
  'period=custom&from=2026-03-02&to=2026-03-01',
  'period=weekly&from=2026-01-01&to=2026-01-02',
])('%s has no days', (query) => {
  expect(read(query)).toMatchObject({ from: null, to: null });
  expect(read(query).period).not.toBe('custom');
});

test.each(['0', '-1', '1.5', 'x', '1e9', '', 'NaN'])('page "%s" is page 1', (page) => {
  expect(read(`page=${page}`).page).toBe(1);
});

test.each(['usd', 'US', 'DOLLAR', "U'S"])('"%s" is no currency', (currency) => {
  expect(read(`currency=${encodeURIComponent(currency)}`).currency).toBeNull();
});

test.each([
  ['symbol', '%'],
  ['symbol', 'E'],
  ['side', 'HOLD'],
  ['result', 'draw'],
  ['exit', 'luck'],
  ['tag', ' \u0000 '],
  ['text', '\ud83d'.slice(0, 0)],
] as const)('%s "%s" in an address counts as not given', (name, value) => {
  expect(read(`${name}=${encodeURIComponent(value)}`)[name]).toBeNull();
});

test('a text in an address loses what no service takes', () => {
  expect(read(`text=${encodeURIComponent('a\u0000b  ')}`).text).toBe('a b');
  expect(read(`text=${'a'.repeat(1_100)}`).text).toHaveLength(1_000);
});
