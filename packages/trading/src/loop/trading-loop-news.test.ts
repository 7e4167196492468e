import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { type CalendarEvent, newsCalendar } from '../governor/news-calendar.ts';
import { defaultRuleSet } from '../governor/presets.ts';
import type { NewsWindow } from '../governor/rule-set.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';

const news: NewsWindow = {
  minutesBefore: 90,
  minutesAfter: 90,
  importance: 'high',
  bars: 'entries',
};
const ruleSet = { ...defaultRuleSet(5, 10, 10, null), news };
const own = { ruleSet, initialMinor: null };
const series = someBars();
const from = series.time[0] ?? 0;
const until = series.time[series.length - 1] ?? 0;

function eventAt(at: number): CalendarEvent {
  const moment = instant(at);
  const currency = currencyOf('USD');
  return { at: moment, currency, importance: 'high', title: 'FOMC', knownAt: instant(0) };
}

test('nothing is opened in the window of a listed event, and other trades go on', async () => {
  const free = await runLoop({ series: [series], governed: own });
  const [first] = free.of('order');
  assert.ok(first);
  const event = eventAt(first.asOf + HOUR_MS);
  const calendar = newsCalendar([event], { from: instant(from), until: instant(until + HOUR_MS) });
  const { of } = await runLoop({
    series: [series],
    governed: { ...own, calendar, holdsWithoutCalendar: true },
  });
  const orders = of('order');
  assert.ok(orders.length > 0);
  for (const { asOf } of orders) assert.ok(Math.abs(asOf - event.at) > 90 * 60_000);
});

test('where no calendar is known trades go on, unless they are to hold', async () => {
  const trading = await runLoop({ series: [series], governed: own });
  assert.ok(trading.of('order').length > 0);
  const holding = await runLoop({
    series: [series],
    governed: { ...own, holdsWithoutCalendar: true },
  });
  assert.equal(holding.of('order').length, 0);
  assert.ok((holding.result.notAsked.news_window ?? 0) > 0);
  // Rules that look at no news have nothing to hold for.
  const careless = await runLoop({
    series: [series],
    governed: { ...own, ruleSet: { ...ruleSet, news: null }, holdsWithoutCalendar: true },
  });
  assert.equal(careless.of('order').length, trading.of('order').length);
});
