import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Standing, sharesOf } from './shares.ts';

const of = (...voters: readonly (readonly [outcomes: number, merit: number, family?: string])[]) =>
  sharesOf(
    voters.map(([outcomes, merit, family], index) => ({
      family: family ?? `family ${index}`,
      outcomes,
      merit,
    })),
  );

test('without any merit, records or not, all shares are equal', () => {
  assert.deepEqual(of([0, 0], [0, 0], [900, 0], [40, 0]), [0.25, 0.25, 0.25, 0.25]);
});

test('a share grows with merit as far as the record is long, worked by hand', () => {
  // 150 outcomes count three quarters: 0.75 x 10/30 + 0.25/3, 0.75 x 12/30 + 0.25/3, 0.75 x 8/30 + 0.25/3.
  assert.deepEqual(of([150, 0.01], [150, 0.012], [150, 0.008]), [0.333333, 0.383333, 0.283333]);
});

test('a newcomer holds an equal share beside those with a record', () => {
  const [veteran, other, newcomer] = of([450, 0.01], [450, 0.01], [0, 0]);
  // 0.9 x 1/2 + 0.1/3 each, and 1/3: of 1.3 in all.
  assert.deepEqual([veteran, other, newcomer], [0.371795, 0.371795, 0.25641]);
});

test('a voter without merit loses its say with its record, and has none at all in the end', () => {
  const shareOf = (outcomes: number) =>
    of([outcomes, 0], [900, 0.01], [900, 0.01], [900, 0.01])[0] ?? 1;
  assert.ok(shareOf(10) > 0.17);
  assert.ok(shareOf(100) < shareOf(50) && shareOf(50) < shareOf(10));
  assert.ok(shareOf(300) > 0);
  assert.equal(shareOf(500), 0);
});

test('models of one family together hold at most 40 %', () => {
  const shares = of([900, 0.02, 'x'], [900, 0.02, 'x'], [900, 0.02, 'x'], [900, 0.02], [900, 0.02]);
  const family = shares.slice(0, 3).reduce((sum, share) => sum + share, 0);
  assert.ok(Math.abs(family - 0.4) < 1e-5, `${family}`);
  assert.deepEqual(shares.slice(3), [0.3, 0.3]);
});

test('whatever is known of them: shares make 1, none is negative, and the order of voters changes none', () => {
  const voter: fc.Arbitrary<Standing> = fc.record({
    family: fc.constantFrom('a', 'b', 'c', 'd'),
    outcomes: fc.nat(2_000),
    merit: fc.nat(250_000).map((millionths) => millionths / 1e6),
  });
  fc.assert(
    fc.property(fc.array(voter, { minLength: 1, maxLength: 9 }), fc.nat(8), (voters, turn) => {
      const shares = sharesOf(voters);
      const sum = shares.reduce((all, share) => all + share, 0);
      assert.ok(Math.abs(sum - 1) <= 1e-6 * voters.length, `${sum}`);
      assert.ok(shares.every((share) => share >= 0));
      assert.deepEqual(sharesOf(voters.toReversed()).toReversed(), shares);
      assert.deepEqual(sharesOf(turned(voters, turn)), turned(shares, turn));
    }),
  );
});

function turned<T>(values: readonly T[], by: number): T[] {
  return [...values.slice(by), ...values.slice(0, by)];
}
