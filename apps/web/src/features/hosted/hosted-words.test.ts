import type { HostedAccount } from '@quorate/contract/hosted-accounts';
import {
  balanceChange,
  changeText,
  currencyFor,
  momentText,
  standingOf,
} from '@quorate/ui/hosted-words';
import { buildHosted } from '@quorate/ui/testing/hosted';
import { expect, test } from 'vitest';
import { differingSettings, hoursText } from './hosted-words.ts';

const NOW = { timeZone: 'UTC', now: Date.parse('2026-11-20T12:00:30Z'), limit: 1 };
const sentenceOf = (part: Parameters<typeof buildHosted>[0]) =>
  standingOf(buildHosted(part), NOW).sentence;

test('fast time is told by the market’s own clock, with the day', () => {
  const fast = { in_real_time: false, next_bar_at: null } as const;
  expect(sentenceOf({ ...fast, market_time: '2026-10-12T14:00:00.000Z' })).toBe(
    'Going through the last weeks: now at 12 Oct, 14:00.',
  );
  expect(sentenceOf({ ...fast, market_time: null })).toBe(
    'Going through the last weeks: it is about to begin.',
  );
});

test('recorded prices of another year are named with their year', () => {
  const file = { source: 'file', in_real_time: false, next_bar_at: null } as const;
  expect(sentenceOf({ ...file, market_time: '2024-10-12T14:00:00.000Z' })).toBe(
    'Going through recorded prices: now at 12 Oct 2024, 14:00.',
  );
});

test('a bar that has just closed is no fast time', () => {
  const due = { in_real_time: false, next_bar_at: null } as const;
  const sentence = 'It decides on the newest bar.';
  expect(sentenceOf({ ...due, market_time: '2026-11-20T08:00:00.000Z' })).toBe(sentence);
  expect(sentenceOf({ ...due, pace: 'real_time', market_time: null })).toBe(sentence);
});

test('real time names the next bar, with its day where that is not today', () => {
  expect(sentenceOf({ next_bar_at: '2026-11-20T15:00:00.000Z' })).toBe('Next bar at 15:00.');
  expect(sentenceOf({ next_bar_at: '2026-11-22T23:00:00.000Z' })).toBe(
    'Next bar at 22 Nov, 23:00.',
  );
  expect(sentenceOf({ next_bar_at: null })).toBe('It decides on the newest bar.');
});

test('an account that opens nothing new leads to its limits', () => {
  const { word, link } = standingOf(buildHosted({ bot_state: 'halted' }), NOW);
  expect(word).toBe('Nothing new');
  expect(link?.to).toBe('/dashboard#limits');
});

test('a pause says who made it', () => {
  expect(sentenceOf({ state: 'paused', paused_by: 'owner' })).toBe(
    'You paused it. It opens nothing; what is open keeps its stop.',
  );
  expect(sentenceOf({ state: 'paused', paused_by: 'owner', open_positions: 0 })).toBe(
    'You paused it. It opens nothing.',
  );
  expect(sentenceOf({ state: 'paused', paused_by: 'idle' })).toContain('away for 14 days');
});

test('a wait says why, and what to do', () => {
  const waiting = (waits_for: HostedAccount['waits_for']) =>
    standingOf(buildHosted({ state: 'waiting', waits_for }), NOW);
  expect(waiting('runner').sentence).toContain('starts automatically');
  expect(waiting(null).link).toBeUndefined();
  expect(waiting('plan').sentence).toBe('Your plan runs 1 paper account. Delete one, or upgrade.');
  expect(waiting('file_end').sentence).toBe(
    'The file has ended; start again to begin at its first bar.',
  );
  expect(waiting('practice_hours').sentence).toContain('It goes on at 21 Nov, 00:00.');
  expect(waiting('practice_hours').link?.to).toBe('/pricing');
});

test('the day of fast time turns in UTC, shown in the reader’s zone', () => {
  const account = buildHosted({ state: 'waiting', waits_for: 'practice_hours' });
  const { sentence } = standingOf(account, { ...NOW, timeZone: 'America/New_York' });
  // 19:00 of the same day there.
  expect(sentence).toContain('It goes on at 19:00.');
});

test('times, hours and changes are told shortly', () => {
  expect(momentText('2026-10-12T14:00:00Z', 'Asia/Tokyo', NOW.now)).toBe('12 Oct, 23:00');
  expect(momentText('2026-11-20T11:00:00Z', 'UTC', NOW.now)).toBe('11:00');
  expect(momentText('2026-11-20T11:00:00Z', 'UTC', NOW.now, 'day')).toBe('20 Nov, 11:00');
  expect([0, 59, 2_040, 5_640, 7_200, -5].map(hoursText)).toEqual([
    '0 min',
    '0 min',
    '34 min',
    '1 h 34 min',
    '2 h',
    '0 min',
  ]);
  expect([1.504, -1.234, 0, -0.001].map(changeText)).toEqual([
    '+1.50%',
    '-1.23%',
    '0.00%',
    '0.00%',
  ]);
});

test('a balance that is not known is no change', () => {
  expect(balanceChange(buildHosted({ balance: null }))).toBeNull();
  expect(balanceChange(buildHosted())).toBeCloseTo(1.5);
});

test('only settings that differ are named, in the same words for all', () => {
  const plain = buildHosted();
  const other = buildHosted({}, { risk_profile: 'bold', exits: { break_even_after_r: 1 } });
  expect(differingSettings([plain, plain])).toEqual([[], []]);
  expect(differingSettings([plain, other])).toEqual([
    ['Risk: Standard', 'Exits: stop and target'],
    ['Risk: Bold', 'Exits: Break-even after 1 R'],
  ]);
});

test('the order in which symbols and timeframes were chosen is no difference', () => {
  const one = buildHosted(
    {},
    { symbols: ['EURUSD.practice', 'GBPUSD'], timeframes: ['H1', 'M15'] },
  );
  const two = buildHosted(
    {},
    { symbols: ['GBPUSD', 'EURUSD.practice'], timeframes: ['M15', 'H1'] },
  );
  expect(differingSettings([one, two])).toEqual([[], []]);
});

test.each([
  ['en-US', 'USD'],
  ['en-GB', 'GBP'],
  ['de', 'EUR'],
  ['fr-CA', 'USD'],
  ['ja', 'USD'],
  ['', 'USD'],
  ['not a locale', 'USD'],
])('people of "%s" begin in %s', (locale, currency) => {
  expect(currencyFor(locale)).toBe(currency);
});
