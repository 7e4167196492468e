import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Instant, instant, instantFromIso, MINUTE_MS } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import fc from 'fast-check';
import { parseCalendar } from './calendar-file.ts';
import {
  type CalendarEvent,
  eventsBetween,
  isCovered,
  NO_CALENDAR,
  newsAround,
  newsCalendar,
  nextNews,
} from './news-calendar.ts';
import type { NewsWindow } from './rule-set.ts';

const at = instantFromIso;
const USD = currencyOf('USD');
const EUR = currencyOf('EUR');
const JPY = currencyOf('JPY');
const XAU = currencyOf('XAU');
const EURUSD = { baseCurrency: EUR, quoteCurrency: USD };
const EURJPY = { baseCurrency: EUR, quoteCurrency: JPY };
const XAUUSD = { baseCurrency: XAU, quoteCurrency: USD };
const window: NewsWindow = { minutesBefore: 2, minutesAfter: 3, importance: 'high', bars: 'all' };
const START = instant(0);

function event(iso: string, more: Partial<CalendarEvent> = {}): CalendarEvent {
  return { at: at(iso), currency: USD, importance: 'high', title: 'CPI', knownAt: START, ...more };
}

test('an event bars both ends of its window, on the symbols of its currency alone', () => {
  const calendar = newsCalendar([event('2026-03-18T12:30:00Z')]);
  const bars = (iso: string, symbol = EURUSD) =>
    newsAround(calendar, symbol, at(iso), window) !== null;
  assert.deepEqual(
    ['12:27:59', '12:28:00', '12:30:00', '12:33:00', '12:33:01'].map((time) =>
      bars(`2026-03-18T${time}Z`),
    ),
    [false, true, true, true, false],
  );
  assert.equal(bars('2026-03-18T12:30:00Z', XAUUSD), true);
  assert.equal(bars('2026-03-18T12:30:00Z', EURJPY), false);
});

test('importance, and what was not known yet, count', () => {
  const now = at('2026-03-18T12:30:00Z');
  const around = (more: Partial<CalendarEvent>, least: NewsWindow['importance']) =>
    newsAround(newsCalendar([event('2026-03-18T12:30:00Z', more)]), EURUSD, now, {
      ...window,
      importance: least,
    });
  assert.equal(around({ importance: 'medium' }, 'high'), null);
  assert.notEqual(around({ importance: 'medium' }, 'medium'), null);
  assert.notEqual(around({ importance: 'high' }, 'low'), null);
  assert.equal(around({ knownAt: instant(now + 1) }, 'high'), null);
});

test('the next event is the first that is known, of either currency', () => {
  const calendar = newsCalendar([
    event('2026-03-18T12:30:00Z'),
    event('2026-03-18T09:00:00Z', { currency: EUR, title: 'ECB' }),
    event('2026-03-18T08:00:00Z', { currency: JPY }),
    event('2026-03-18T07:00:00Z', { importance: 'low' }),
  ]);
  assert.equal(nextNews(calendar, EURUSD, at('2026-03-18T06:00:00Z'), window)?.title, 'ECB');
  assert.equal(nextNews(calendar, XAUUSD, at('2026-03-18T06:00:00Z'), window)?.title, 'CPI');
  assert.equal(nextNews(calendar, EURUSD, at('2026-03-18T13:00:00Z'), window), null);
});

test('a moment outside of what a calendar covers is not known to be quiet', () => {
  const calendar = newsCalendar([event('2026-03-18T12:30:00Z'), event('2026-03-20T12:30:00Z')]);
  assert.equal(isCovered(calendar, at('2026-03-19T00:00:00Z')), true);
  assert.equal(isCovered(calendar, at('2026-03-21T00:00:00Z')), false);
  assert.equal(isCovered(NO_CALENDAR, at('2026-03-19T00:00:00Z')), false);
});

test('the binary search finds what a look at every event finds', () => {
  const anEvent = fc.record({
    at: fc.integer({ min: 0, max: 600 }).map((minute) => instant(minute * MINUTE_MS)),
    currency: fc.constantFrom(USD, EUR, JPY),
    importance: fc.constantFrom('high', 'medium', 'low'),
    title: fc.constantFrom('A', 'B'),
    knownAt: fc.integer({ min: 0, max: 600 }).map((minute) => instant(minute * MINUTE_MS)),
  });
  const ranks = { low: 0, medium: 1, high: 2 };
  fc.assert(
    fc.property(
      fc.array(anEvent, { maxLength: 60 }),
      fc.integer({ min: 0, max: 600 }),
      fc.record({
        minutesBefore: fc.integer({ min: 0, max: 30 }),
        minutesAfter: fc.integer({ min: 0, max: 30 }),
        importance: fc.constantFrom('high', 'medium', 'low'),
        bars: fc.constant('all'),
      }),
      (events, minute, anyWindow) => {
        const now: Instant = instant(minute * MINUTE_MS);
        const calendar = newsCalendar(events);
        const plain = eventsBetween(calendar, START, instant(1e12), [EUR, USD]).filter(
          (each) =>
            each.knownAt <= now &&
            ranks[each.importance] >= ranks[anyWindow.importance] &&
            each.at - anyWindow.minutesBefore * MINUTE_MS <= now &&
            each.at + anyWindow.minutesAfter * MINUTE_MS >= now,
        );
        const found = newsAround(calendar, EURUSD, now, anyWindow);
        assert.equal(found?.at, plain.at(-1)?.at);
      },
    ),
    { numRuns: 500 },
  );
});

test('a CSV file with quotes, offsets and a column of its own is read', () => {
  const { calendar, faults } = parseCalendar(
    '\uFEFFtime,currency,importance,title,known_at,actual\r\n' +
      '2026-03-18T18:00:00Z,USD,High,"FOMC, rate ""decision""",,4.5\r\n\r\n' +
      '2026-03-18 14:15+01:00,EUR,medium,ECB,2026-03-01T00:00:00Z,\r\n',
    at('2026-03-10T00:00:00Z'),
  );
  assert.equal(faults, null);
  assert.deepEqual(eventsBetween(calendar, START, instant(4e12)), [
    {
      at: at('2026-03-18T13:15:00Z'),
      currency: EUR,
      importance: 'medium',
      title: 'ECB',
      knownAt: at('2026-03-01T00:00:00Z'),
    },
    {
      at: at('2026-03-18T18:00:00Z'),
      currency: USD,
      importance: 'high',
      title: 'FOMC, rate "decision"',
      knownAt: at('2026-03-10T00:00:00Z'),
    },
  ]);
});

test('a JSON file may say what it covers', () => {
  const text = JSON.stringify({
    from: '2026-03-01T00:00:00Z',
    until: '2026-03-31T23:59:00Z',
    events: [{ time: '2026-03-18T18:00:00Z', currency: 'USD', importance: 'high', title: 'FOMC' }],
  });
  const { calendar } = parseCalendar(text, START);
  assert.equal(calendar?.count, 1);
  assert.equal(calendar && isCovered(calendar, at('2026-03-02T00:00:00Z')), true);
});

test('every fault names its row and what would be right, and the file is refused whole', () => {
  const { calendar, faults } = parseCalendar(
    'time;currency;importance;title\n2026-03-18T18:00:00;USD;high;FOMC\n2026-02-30T18:00:00Z;USD;high;FOMC\n' +
      '2026-03-18T18:00:00Z;usd;high;FOMC\n2026-03-18T18:00:00Z;USD;huge;FOMC\n2026-03-18T18:00:00Z;USD;high;\n' +
      '2026-03-18T18:00:00Z;USD;high;FOMC\n',
    START,
  );
  assert.equal(calendar, null);
  assert.deepEqual(
    faults?.map(({ row }) => row),
    [2, 3, 4, 5, 6],
  );
  assert.equal(
    faults?.[0]?.message,
    "Row 2: time '2026-03-18T18:00:00' must be a time with its zone, such as 2026-03-18T18:00:00Z.",
  );
  assert.match(
    parseCalendar('when,what\n', START).faults?.[0]?.message ?? '',
    /^Row 1: the first row must name/,
  );
  assert.match(parseCalendar('{"events": 3}', START).faults?.[0]?.message ?? '', /list of events/);
  assert.match(parseCalendar('[1', START).faults?.[0]?.message ?? '', /not JSON/);
});
