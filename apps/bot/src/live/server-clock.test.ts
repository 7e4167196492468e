import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import { instant, instantFromIso, isoFromInstant } from '@quorate/values/instant';
import { createServerClock } from './server-clock.ts';

function aClock(kept: Record<string, string> = {}) {
  const lines: string[] = [];
  const clock = createServerClock({
    fact: (name) => kept[name] ?? null,
    setFact: (name, value) => {
      kept[name] = value;
    },
    notify: (line) => lines.push(line),
  });
  return { clock, lines, kept };
}

const WINTER = instantFromIso('2025-01-08T10:00:00Z');
const SUMMER = instantFromIso('2025-07-09T10:00:00Z');

// @promise 7.7
test('a clock of New York and seven hours is recognised and read with its summer time', () => {
  for (const now of [WINTER, SUMMER]) {
    const { clock, lines } = aClock();
    clock.read(Math.floor(serverTimeMs(now) / 1_000), now);
    assert.equal(clock.kind(), 'new-york');
    assert.deepEqual(lines, []);
  }
  const { clock } = aClock();
  const read = (iso: string) => isoFromInstant(clock.toUtc(Date.parse(iso)));
  assert.equal(read('2025-03-07T12:00:00Z'), '2025-03-07T10:00:00.000Z');
  assert.equal(read('2025-03-10T12:00:00Z'), '2025-03-10T09:00:00.000Z');
  assert.equal(read('2025-10-31T12:00:00Z'), '2025-10-31T09:00:00.000Z');
  assert.equal(read('2025-11-03T12:00:00Z'), '2025-11-03T10:00:00.000Z');
});

test('another distance is kept as a constant, said, and remembered by the next start', () => {
  const first = aClock();
  first.clock.read(SUMMER / 1_000, SUMMER);
  assert.equal(first.clock.kind(), 'constant');
  assert.match(first.lines[0] ?? '', /\+0 h .*most brokers keep \+3 h/);
  const second = aClock(first.kept);
  assert.equal(second.clock.toUtc(SUMMER), SUMMER);
});

// @promise 7.7
test('a computer whose clock is an hour off is told so', () => {
  const { clock, lines } = aClock();
  clock.read(Math.floor(serverTimeMs(WINTER) / 1_000), instant(WINTER - 3_600_000));
  assert.match(lines[0] ?? '', /clock of this computer is wrong/);
});

test('a clock that stands still at the weekend says nothing', () => {
  const { clock, lines } = aClock();
  const saturday = instantFromIso('2025-01-11T15:00:00Z');
  const fridayClose = Math.floor(serverTimeMs(instantFromIso('2025-01-10T21:59:00Z')) / 1_000);
  clock.read(fridayClose, saturday);
  clock.read(fridayClose, instant(saturday + 1_000));
  assert.equal(clock.kind(), 'new-york');
  assert.deepEqual(lines, []);
});

test('a computer whose clock is minutes off is told by how much', () => {
  const { clock, lines } = aClock();
  const server = Math.floor(serverTimeMs(WINTER) / 1_000);
  clock.read(server, instant(WINTER - 300_000));
  clock.read(server + 1, instant(WINTER - 299_000));
  assert.match(lines[0] ?? '', /300 s off/);
  for (let s = 2; s < 100; s += 1) clock.read(server + s, instant(WINTER - 300_000 + s * 990));
  assert.equal(lines.length, 1, 'a clock that drifts is not told of each second');
});

test('a clock that stands still on a holiday says nothing, and tells once it moves', () => {
  const { clock, lines, kept } = aClock();
  const changes: string[] = [];
  clock.onChange(() => changes.push(clock.kind()));
  const christmas = instantFromIso('2024-12-25T12:07:30Z');
  const lastQuote = Math.floor(serverTimeMs(instantFromIso('2024-12-24T18:59:58Z')) / 1_000);
  clock.read(lastQuote, christmas);
  clock.read(lastQuote, instant(christmas + 60_000));
  assert.deepEqual([clock.kind(), lines, kept, changes], ['new-york', [], {}, []]);
  const opened = instantFromIso('2024-12-26T00:05:00Z');
  // This broker keeps UTC + 3 in winter, too.
  clock.read((opened + 3 * 3_600_000) / 1_000 - 40, opened);
  assert.deepEqual(changes, ['constant']);
  assert.equal(clock.toUtc(opened + 3 * 3_600_000), opened);
});
