import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { barsFault, clockClassOf, countJumps, rawBarsFault } from './plausible.ts';
import type { RawBar } from './raw-bars.ts';

/** 2026-03-02T09:00:00Z. */
const NINE = 1_772_442_000;
const TEN = '2026-03-02T10:00:00.000Z';
const bar = (hour: number, changes: Partial<Record<number, number>> = {}): RawBar => {
  const plain = [NINE + hour * 3_600, 108_200, 108_260, 108_150, 108_220, 8];
  for (const [place, figure] of Object.entries(changes)) plain[Number(place)] = figure ?? 0;
  return plain as unknown as RawBar;
};
const at = (iso: string) => ({ asOf: Date.parse(TEN), now: Date.parse(iso) });

// @attack 1.1
describe('raw bars that cannot be', () => {
  const cases: [string, RawBar[], RegExp][] = [
    [
      'off the grid',
      [bar(-1, { 0: NINE - 1_800 }), bar(0)],
      /^bar 1 .*H1 bars open at multiples of 60/,
    ],
    [
      'of the year 2199',
      [bar(0), bar(0, { 0: 7_226_582_400 })],
      /^bar 2 \(2199-.*ahead of the service's clock/,
    ],
    ['twice', [bar(0), bar(0)], /^bar 2 .*it opens at the time of the bar before it$/],
    [
      'in another order',
      [bar(-1), bar(-2), bar(0)],
      /^bar 2 .*it is older than the bar before it, which opened at 2026-03-02T08/,
    ],
    ['with a high below the low', [bar(0, { 2: 108_100 })], /open 108200, high 108100, low 108150/],
    ['at no price', [bar(0, { 1: 0, 2: 0, 3: 0, 4: 0 })], /its low is 0 points/],
    [
      '61% away',
      [bar(-1), bar(0, { 1: 174_300, 2: 174_300, 3: 174_300, 4: 174_300 })],
      /it opens at 174300 points, the bar before it closed at 108220/,
    ],
    [
      'after the snapshot',
      [bar(0), bar(1)],
      /it closes at 2026-03-02T11:00:00.000Z, the snapshot is of 2026-03-02T10:00/,
    ],
    [
      'before the snapshot alone',
      [bar(-1)],
      /it closes at 2026-03-02T09:00:00.000Z, the snapshot is of/,
    ],
    ['with a newest spread below zero', [bar(0, { 5: -1 })], /its spread is -1 points/],
  ];
  for (const [what, bars, words] of cases) {
    it(`are told with the bar and the figures: ${what}`, () => {
      const now = what === 'after the snapshot' ? '2026-03-02T11:00:00Z' : TEN;
      assert.match(rawBarsFault('H1', bars, at(now)) ?? '', words);
    });
  }

  it('are none up to 60%, over a weekend, and on an earlier crossed quote', () => {
    const bars = [
      bar(-70, { 5: -4 }),
      bar(-1, { 1: 172_000, 2: 172_000, 3: 108_220, 4: 108_220 }),
      bar(0),
    ];
    assert.equal(rawBarsFault('H1', bars, at(TEN)), null);
    assert.equal(barsFault('H1', [], Date.parse(TEN)), null);
  });
});

it('a step of more than 20% is marked, one of 19.8% as in January 2015 is not', () => {
  const step = (open: number) => [bar(-1), bar(0, { 1: open, 3: 80_000 })];
  assert.equal(countJumps(step(86_800)), 0);
  assert.equal(countJumps(step(86_500)), 1);
});

// @attack 1.9
it('a decision is live while its bar is the newest by the service’s clock, and two minutes more', () => {
  const classAt = (iso: string) => clockClassOf('H1', Date.parse(TEN), Date.parse(iso));
  assert.deepEqual(
    ['09:58:00', '10:59:59', '11:02:00', '11:02:01'].map((time) => classAt(`2026-03-02T${time}Z`)),
    ['live', 'live', 'live', 'replayed'],
  );
});
