import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presetOf } from '@quorate/trading/governor/presets';
import { anInstrument } from '@quorate/trading/testing/builders';
import { HOUR_MS, instant, instantFromIso, MINUTE_MS } from '@quorate/values/instant';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import { createLiveCalendar } from './live-calendar.ts';

const NOW = instantFromIso('2025-01-08T10:00:00Z');
const TWO_HOURS = 2 * HOUR_MS;

function open(answer: 'events' | 'none') {
  const asked: string[] = [];
  const request = async (name: string, body: { currency: string }) => {
    asked.push(`${name} ${body.currency}`);
    if (answer === 'none') return { kind: 'error', code: 'unknown_request', message: '' };
    const at = (NOW + 90 * MINUTE_MS + TWO_HOURS) / 1_000;
    const events = body.currency === 'USD' ? [{ at, importance: 'high', title: 'Prices' }] : [];
    return { kind: 'ok', answer: { events } };
  };
  let now = NOW;
  const rules = presetOf('ftmo-funded-standard') ?? presetOf('the5ers-high-stakes');
  assert.ok(rules);
  const news = { minutesBefore: 2, minutesAfter: 2, importance: 'high', bars: 'entries' } as const;
  const calendar = createLiveCalendar({
    link: { request: request as TerminalLink['request'] },
    timers: { now: () => now, after: () => () => {} },
    serverClock: {
      toUtc: (ms) => instant(ms - TWO_HOURS),
      toServerMs: (moment) => moment + TWO_HOURS,
    },
    rules: () => ({ ...rules, news }),
  });
  return {
    calendar,
    asked,
    pass: (ms: number) => {
      now = instant(now + ms);
    },
  };
}

test('news of the terminal’s calendar bar entries, and are asked for once an hour', async () => {
  const { calendar, asked, pass } = open('events');
  assert.equal(calendar.newsNear('EURUSD', NOW, 0).state, 'not_known');
  await calendar.refresh([anInstrument()]);
  await calendar.refresh([anInstrument()]);
  assert.deepEqual(asked, ['calendar EUR', 'calendar USD']);
  const at = (minutes: number) =>
    calendar.newsNear('EURUSD', instant(NOW + minutes * MINUTE_MS), 0).state;
  assert.deepEqual(
    [at(0), at(87), at(88), at(92), at(93)],
    ['clear', 'clear', 'near', 'near', 'clear'],
  );
  assert.equal(
    calendar.newsNear('EURUSD', NOW, 90 * MINUTE_MS).state,
    'near',
    'before the next bar',
  );
  pass(HOUR_MS);
  await calendar.refresh([anInstrument()]);
  assert.equal(asked.length, 4);
});

test('an expert without a calendar leaves news not known, never clear', async () => {
  const { calendar } = open('none');
  await calendar.refresh([anInstrument()]);
  assert.deepEqual(calendar.newsNear('EURUSD', NOW, 0), { state: 'not_known' });
});
