import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  floorToLots,
  lots,
  lotsFromDecimal,
  lotsFromNumber,
  lotsToDecimal,
  lotsToNumber,
  volumeStep,
} from './lots.ts';

const HUNDREDTH = volumeStep('0.01');

test('a step is exact, whatever its decimals', () => {
  assert.deepEqual(volumeStep('0.01'), { units: 1, digits: 2 });
  assert.deepEqual(volumeStep('0.25'), { units: 25, digits: 2 });
  assert.deepEqual(volumeStep('10'), { units: 10, digits: 0 });
  for (const wrong of ['0', '0.00', '-0.01', 'x', ''])
    assert.throws(() => volumeStep(wrong), { name: 'ValueError' });
});

test('volume rounds down to whole steps and forgives a billionth of one', () => {
  assert.equal(lotsToDecimal(floorToLots(0.1299, HUNDREDTH)), '0.12');
  assert.equal(floorToLots(0.3, volumeStep('0.1')).steps, 3);
  assert.equal(floorToLots(0.29, HUNDREDTH).steps, 29);
  assert.equal(floorToLots(0.0099, HUNDREDTH).steps, 0);
  assert.equal(floorToLots(-1, HUNDREDTH).steps, 0);
  assert.equal(floorToLots(Number.NaN, HUNDREDTH).steps, 0);
  assert.throws(
    () => floorToLots(Number.POSITIVE_INFINITY, HUNDREDTH),
    /is not a number of volume steps/,
  );
});

test('a volume between two steps is refused with both figures', () => {
  assert.throws(() => lotsFromDecimal('0.30', volumeStep('0.25')), {
    message: '0.30 lots is not a whole number of steps of 0.25',
  });
  assert.throws(() => lotsFromNumber(0.005, HUNDREDTH), { name: 'ValueError' });
  assert.throws(() => lotsFromDecimal('-0.10', HUNDREDTH), /-10 is not a number of volume steps/);
  for (const wrong of [-1, 0.5, Number.NaN])
    assert.throws(() => lots(wrong, HUNDREDTH), { name: 'ValueError' });
});

test('whole steps survive the way to text and to a JSON number and back', () => {
  const step = fc.constantFrom('0.01', '0.1', '1', '0.25', '0.001').map(volumeStep);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), step, (steps, each) => {
      const volume = lots(steps, each);
      assert.deepEqual(lotsFromDecimal(lotsToDecimal(volume), each), volume);
      assert.deepEqual(lotsFromNumber(lotsToNumber(volume), each), volume);
    }),
  );
});

test('rounding down never gives more than was asked, and never less by a whole step', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (value) => {
      const floored = lotsToNumber(floorToLots(value, HUNDREDTH));
      assert.ok(floored <= value + 1e-10, `${floored} of ${value}`);
      assert.ok(floored > value - 0.010001, `${floored} of ${value}`);
    }),
  );
});
