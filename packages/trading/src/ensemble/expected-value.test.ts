import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from '../market/random.ts';
import { expectedR, probabilityOfTarget } from './expected-value.ts';

const near = (actual: number, expected: number, tolerance = 1e-9) => {
  assert.ok(Math.abs(actual - expected) < tolerance, `${actual} is not ${expected}`);
};

test('without drift the nearer barrier is hit more often, in proportion', () => {
  near(probabilityOfTarget(0.5, 1.5, 3), 1 / 3);
  near(probabilityOfTarget(0.5, 1, 1), 0.5);
});

test('by one ATR each way the chance is the pUp it started from', () => {
  for (const pUp of [0.01, 0.3, 0.55, 0.99]) near(probabilityOfTarget(pUp, 1, 1), pUp);
});

test('the worked example of the formula holds', () => {
  // q = 0.45/0.55; (1 - q^1.5) / (1 - q^4.5).
  const q = 0.45 / 0.55;
  const chance = (1 - q ** 1.5) / (1 - q ** 4.5);
  near(probabilityOfTarget(0.55, 1.5, 3), chance);
  near(
    expectedR({ pRight: 0.55, stopLossAtr: 1.5, takeProfitAtr: 3, costAtr: 0.15 }),
    chance * 2 - (1 - chance) - 0.1,
  );
});

test('the formula passes smoothly through one half', () => {
  near(probabilityOfTarget(0.5 + 1e-12, 1.5, 3), 1 / 3);
  near(probabilityOfTarget(0.5 + 1e-7, 1.5, 3), 1 / 3, 1e-6);
  assert.ok(probabilityOfTarget(0.5 + 1e-7, 1.5, 3) > probabilityOfTarget(0.5, 1.5, 3));
});

test('it is a probability, grows with pUp, and the two barriers share all of it', () => {
  const p = fc.double({ min: 0.01, max: 0.99, noNaN: true });
  const distance = fc.double({ min: 0.5, max: 16, noNaN: true });
  fc.assert(
    fc.property(p, distance, distance, (pUp, down, up) => {
      const chance = probabilityOfTarget(pUp, down, up);
      assert.ok(chance >= 0 && chance <= 1);
      assert.ok(probabilityOfTarget(Math.min(0.995, pUp + 0.005), down, up) >= chance - 1e-12);
      near(chance + probabilityOfTarget(1 - pUp, up, down), 1);
    }),
  );
});

test('it agrees with walks that are really walked', () => {
  const random = createRandom(11);
  const pUp = 0.55;
  // A tenth of an ATR a step: its odds are the tenth root of the odds of one ATR.
  const odds = ((1 - pUp) / pUp) ** 0.1;
  const stepUp = 1 / (1 + odds);
  let hits = 0;
  const walks = 20_000;
  for (let walk = 0; walk < walks; walk += 1) {
    let at = 0;
    while (at > -15 && at < 30) at += random() < stepUp ? 1 : -1;
    if (at === 30) hits += 1;
  }
  near(hits / walks, probabilityOfTarget(pUp, 1.5, 3), 0.015);
});
