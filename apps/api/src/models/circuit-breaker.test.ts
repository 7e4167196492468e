import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testClock } from '../../test/helpers/test-clock.ts';
import { type Breaker, createBreaker } from './circuit-breaker.ts';

function fail(breaker: Breaker, times: number): void {
  for (let count = 0; count < times; count += 1) breaker.admit()?.failed();
}

describe('a circuit breaker', () => {
  it('opens after five failures in a row, not after four and a success', () => {
    const breaker = createBreaker({ clock: testClock() });
    fail(breaker, 4);
    breaker.admit()?.succeeded();
    fail(breaker, 4);
    assert.equal(breaker.isResting(), false);
    fail(breaker, 1);
    assert.equal(breaker.isResting(), true);
    assert.equal(breaker.admit(), null);
  });

  it('lets one call through after half a minute, and everybody once it has succeeded', () => {
    const clock = testClock();
    const breaker = createBreaker({ clock });
    fail(breaker, 5);
    clock.advance(29_999);
    assert.equal(breaker.admit(), null);
    clock.advance(1);
    assert.equal(breaker.isResting(), false);
    const probe = breaker.admit();
    assert.ok(probe);
    assert.equal(breaker.admit(), null, 'one at a time');
    assert.equal(breaker.isResting(), true);
    probe.succeeded();
    assert.ok(breaker.admit());
    assert.ok(breaker.admit());
    fail(breaker, 4);
    assert.equal(breaker.isResting(), false, 'it counts from nought again');
  });

  it('rests twice as long after each trial that fails, five minutes at most', () => {
    const clock = testClock();
    const breaker = createBreaker({ clock });
    fail(breaker, 5);
    for (const restMs of [30_000, 60_000, 120_000, 240_000, 300_000, 300_000]) {
      clock.advance(restMs - 1);
      assert.equal(breaker.admit(), null, `${restMs}`);
      clock.advance(1);
      fail(breaker, 1);
    }
    clock.advance(300_000);
    breaker.admit()?.succeeded();
    fail(breaker, 5);
    clock.advance(30_000);
    assert.ok(breaker.admit(), 'a success forgets how long it was');
  });

  it('rests for a bar and a half, doubled up to eight, from those that ask once a bar', () => {
    const clock = testClock();
    const hour = 3_600_000;
    const breaker = createBreaker({ clock }, { failuresInARow: 1 });
    breaker.admit(hour)?.failed();
    for (const restMs of [1.5, 3, 6, 8, 8].map((bars) => bars * hour)) {
      clock.advance(restMs - 1);
      assert.equal(breaker.admit(hour), null, `${restMs}`);
      assert.equal(breaker.isResting(), true);
      clock.advance(1);
      breaker.admit(hour)?.failed();
    }
    clock.advance(480_000);
    assert.equal(breaker.admit(hour), null);
    breaker.admit(60_000)?.succeeded();
    assert.ok(breaker.admit(hour), 'an answer to a shorter bar ends it for all');
  });

  it('does not rest for longer where the clock is set back', () => {
    const clock = testClock();
    const breaker = createBreaker({ clock });
    fail(breaker, 5);
    clock.advance(-3_600_000);
    assert.equal(breaker.isResting(), false);
    breaker.admit()?.failed();
    clock.advance(59_999);
    assert.equal(breaker.admit(), null);
    clock.advance(1);
    assert.ok(breaker.admit());
  });

  it('gives the trial to the next call when it was ended from our side', () => {
    const clock = testClock();
    const breaker = createBreaker({ clock });
    fail(breaker, 5);
    clock.advance(30_000);
    breaker.admit()?.abandoned();
    assert.ok(breaker.admit());
  });

  it('is not moved by calls of before the rest that fail during it', () => {
    const clock = testClock();
    const breaker = createBreaker({ clock });
    const old = Array.from({ length: 11 }, () => breaker.admit());
    for (const permit of old) permit?.failed();
    assert.equal(breaker.admit(), null);
    clock.advance(30_000);
    assert.ok(breaker.admit());
  });

  it('ends the rest when a call that was under way succeeds: a model fails, not its provider', () => {
    const breaker = createBreaker({ clock: testClock() });
    const slow = breaker.admit();
    fail(breaker, 5);
    assert.equal(breaker.isResting(), true);
    slow?.succeeded();
    assert.equal(breaker.isResting(), false);
    fail(breaker, 4);
    assert.equal(breaker.isResting(), false, 'it counts from nought again');
  });

  it('does not count calls that fail while others succeed', () => {
    const clock = testClock();
    const breaker = createBreaker({ clock });
    const hanging = Array.from({ length: 6 }, () => breaker.admit());
    breaker.admit()?.succeeded();
    for (const permit of hanging) permit?.failed();
    assert.equal(breaker.isResting(), false);
    const slow = breaker.admit();
    fail(breaker, 5);
    clock.advance(30_000);
    const probe = breaker.admit();
    slow?.succeeded();
    probe?.failed();
    assert.equal(breaker.isResting(), false);
  });
});
