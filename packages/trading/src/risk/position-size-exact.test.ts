import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exact, isAtMost } from '../testing/exact.ts';
import { sizingCases } from '../testing/sizing-cases.ts';
import { positionSize } from './position-size.ts';

/** That were sized; those that were refused come on top. */
const SIZED = 100_000;

test('in 100,000 instruments, accounts and prices the loss at the stop never exceeds the risk allowed', () => {
  const tally = { sized: 0, full: 0, capped: 0, refused: 0 };
  for (const { name, context, allowed, lossOf } of sizingCases(10 * SIZED, 7)) {
    if (tally.sized === SIZED) break;
    const { volumeMinSteps, volumeMaxSteps, volumeLimitSteps } = context.instrument;
    const size = positionSize(context);
    if (size.kind === 'denied') {
      tally.refused += 1;
      // Not even the smallest order was within it: it is never rounded up to one.
      if (size.code === 'volume_below_minimum')
        assert.ok(!isWellWithin(lossOf(volumeMinSteps).exact, allowed), name);
      continue;
    }
    tally.sized += 1;
    const { steps } = size.lots;
    const loss = lossOf(steps);
    assert.ok(isAtMost(loss.exact, allowed), `${name}: ${steps} steps lose too much`);
    assert.ok(isAtMost(exact(loss.booked), allowed), `${name}: ${steps} steps are booked as more`);
    assert.ok(steps >= volumeMinSteps && steps <= volumeMaxSteps, name);
    assert.ok(steps <= (volumeLimitSteps ?? steps), name);
    assert.ok(size.marginMinor <= context.account.freeMargin.minor, name);
    if (isWellWithin(lossOf(steps + 1).exact, allowed)) tally.capped += 1;
    else tally.full += 1;
  }
  assert.equal(tally.sized, SIZED);
  // Most use all that is allowed; the others are held back by the broker's limits or the margin.
  assert.ok(tally.full > SIZED / 3 && tally.capped > SIZED / 10, JSON.stringify(tally));
  assert.ok(tally.refused > SIZED / 10, JSON.stringify(tally));
});

/** Below by more than what rounding to whole minor units, a few of them, can take. */
function isWellWithin(
  { over, under }: { over: bigint; under: bigint },
  allowed: { over: bigint; under: bigint },
): boolean {
  const millionth = over / 1_000_000n;
  return isAtMost({ over: over + millionth + 4n * under, under }, allowed);
}
