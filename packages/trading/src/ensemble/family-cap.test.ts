import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { capFamilies } from './shares.ts';

const of = (...members: readonly (readonly [family: string, share: number])[]) =>
  capFamilies(members.map(([family, share]) => ({ family, share }))).map((share) =>
    share.toFixed(4),
  );

test('the excess of a family goes to the others in proportion', () => {
  // 0.2 over: of 0.4, three quarters to b, one to c.
  assert.deepEqual(of(['a', 0.6], ['b', 0.24], ['c', 0.16]), ['0.4000', '0.3600', '0.2400']);
});

test('models of one maker share its cap as they shared before', () => {
  assert.deepEqual(of(['a', 0.6], ['b', 0.1], ['a', 0.2], ['c', 0.1]), [
    '0.3000',
    '0.3000',
    '0.1000',
    '0.3000',
  ]);
});

test('an excess that lifts another family over the cap goes on to the third', () => {
  assert.deepEqual(of(['a', 0.6], ['b', 0.35], ['c', 0.05]), ['0.4000', '0.4000', '0.2000']);
});

test('two families get at most a half each, and one has it all', () => {
  assert.deepEqual(of(['a', 0.9], ['b', 0.1]), ['0.5000', '0.5000']);
  assert.deepEqual(of(['a', 0.7], ['a', 0.3]), ['0.7000', '0.3000']);
});

test('a family without a share is not counted and gets nothing', () => {
  assert.deepEqual(of(['a', 0.9], ['b', 0.1], ['c', 0]), ['0.5000', '0.5000', '0.0000']);
});

test('nothing moves where no family holds too much', () => {
  assert.deepEqual(of(['a', 0.4], ['b', 0.35], ['c', 0.25]), ['0.4000', '0.3500', '0.2500']);
  assert.deepEqual(of(), []);
});

test('whatever the shares: they make 1, keep the cap and the order of the members’ rank in a family', () => {
  const member = fc.record({
    family: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    weight: fc.nat(1_000),
  });
  fc.assert(
    fc.property(fc.array(member, { minLength: 1, maxLength: 12 }), (drafts) => {
      const total = drafts.reduce((sum, { weight }) => sum + weight, 0);
      fc.pre(total > 0);
      const members = drafts.map(({ family, weight }) => ({ family, share: weight / total }));
      const capped = capFamilies(members);
      const sum = capped.reduce((all, share) => all + share, 0);
      assert.ok(Math.abs(sum - 1) < 1e-9, `${sum}`);
      const families = new Set(
        members.filter(({ share }) => share > 0).map(({ family }) => family),
      );
      const cap = Math.max(0.4, 1 / families.size);
      for (const family of families) {
        const held = capped.filter((_, index) => members[index]?.family === family);
        const holds = held.reduce((all, share) => all + share, 0);
        assert.ok(holds <= cap + 1e-9, `${family} holds ${holds} of ${cap}`);
      }
      for (const [index, share] of capped.entries()) {
        assert.equal(share === 0, members[index]?.share === 0);
      }
      const backwards = capFamilies(members.toReversed()).toReversed();
      assert.deepEqual(backwards, capped);
    }),
  );
});
