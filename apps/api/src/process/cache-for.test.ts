import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testClock } from '../../test/helpers/test-clock.ts';
import { cacheFor } from './cache-for.ts';

describe('a cached answer', () => {
  it('is one for all who ask within its time, and read again afterwards', async () => {
    const clock = testClock();
    let reads = 0;
    const ask = cacheFor(clock, 60_000, async () => {
      reads += 1;
      return reads;
    });
    assert.deepEqual(await Promise.all([ask(), ask()]), [1, 1]);
    clock.advance(59_999);
    assert.equal(await ask(), 1);
    clock.advance(1);
    assert.equal(await ask(), 2);
  });

  it('is never an error: the next call reads again', async () => {
    let reads = 0;
    const ask = cacheFor(testClock(), 60_000, async () => {
      reads += 1;
      if (reads === 1) throw new Error('away');
      return reads;
    });
    await assert.rejects(Promise.all([ask(), ask()]), /away/);
    assert.equal(await ask(), 2);
  });
});
