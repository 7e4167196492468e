import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instant, instantFromIso, MINUTE_MS } from '@quorate/values/instant';
import { aDesk } from '../testing/desk-context.ts';
import { rule as weekend } from './rules/weekend.ts';

/** Friday 23:00 of the server: 21:00 UTC in winter, 20:00 while New York keeps daylight saving. */
const WINTER = instantFromIso('2025-01-10T21:00:00Z');
const SUMMER = instantFromIso('2025-07-11T20:00:00Z');

function refused(asOf: number, barClosedAt = asOf): boolean {
  const answer = weekend.check(aDesk({ asOf: instant(asOf), barClosedAt: instant(barClosedAt) }));
  return answer !== undefined && 'kind' in answer;
}

// @promise 7.8
test('nothing is opened in Friday’s last hour nor over the weekend, in winter and in summer', () => {
  for (const begins of [WINTER, SUMMER]) {
    assert.equal(refused(begins - 1), false);
    // An hour is stricter than the half hour before the weekend that is asked for.
    for (const minutes of [0, 30, 59, 60, 24 * 60, 49 * 60 - 1]) {
      assert.equal(refused(begins + minutes * MINUTE_MS), true, `${minutes} minutes`);
    }
    assert.equal(refused(begins + 49 * HOUR_MS), false);
  }
});

test('an order that leaves in that hour is refused though its bar closed before it', () => {
  assert.equal(refused(WINTER + 500, WINTER - 500), true);
});

test('a bar that closed in that hour is not traded by a clock that runs late', () => {
  assert.equal(refused(WINTER - HOUR_MS, WINTER), true);
});
