import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalJson, type JsonValue } from './canonical-json.ts';

test('keys are sorted at every depth and no white space is left', () => {
  assert.equal(
    canonicalJson({ b: [1, { z: null, a: true }], a: 'x y' }),
    '{"a":"x y","b":[1,{"a":true,"z":null}]}',
  );
  assert.equal(
    canonicalJson({ é: 1, z: 2, Z: 3, 10: 4, 9: 5 }),
    '{"10":4,"9":5,"Z":3,"z":2,"é":1}',
  );
});

test('the order in which a document was built does not show', () => {
  const value = fc.jsonValue() as fc.Arbitrary<JsonValue>;
  fc.assert(
    fc.property(value, (document) => {
      assert.equal(canonicalJson(reversed(document)), canonicalJson(document));
      assert.deepEqual(JSON.parse(canonicalJson(document)), JSON.parse(JSON.stringify(document)));
    }),
  );
});

test('what JSON would drop or bend is refused', () => {
  const wrong: [unknown, RegExp][] = [
    [Number.NaN, /NaN has no place/],
    [Number.NEGATIVE_INFINITY, /-Infinity has no place/],
    [undefined, /undefined has no place/],
    [{ a: undefined }, /undefined \(at 'a'\) has no place/],
    [[1, undefined], /undefined has no place/],
    [Array(3), /undefined has no place/],
    [10n, /bigint has no place/],
    [() => 1, /function has no place/],
    ['\ud800', /lone surrogate/],
    [{ '\ud800': 1 }, /lone surrogate/],
    [new Date(0), /Date has no place/],
    [new Map([['a', 1]]), /Map has no place/],
  ];
  for (const [value, message] of wrong) {
    assert.throws(() => canonicalJson(value as JsonValue), { name: 'TypeError', message });
  }
});

test('minus zero reads like zero, as it does in JSON', () => {
  assert.equal(canonicalJson([-0, 0]), '[0,0]');
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, reversed(each)] as const);
  // Object.fromEntries would set the prototype for the key __proto__ no more than a literal does.
  return Object.fromEntries(entries.reverse());
}
