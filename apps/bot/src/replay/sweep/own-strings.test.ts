import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { withOwnStrings } from './own-strings.ts';

it('gives a thread cloned data with its own copy of every text, and nothing else changed', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isOwn = runInThisContext('(text) => %IsInternalizedString(text)') as (
    text: unknown,
  ) => boolean;
  const time = new Float64Array([1, 2]);
  const cloned = structuredClone({ parts: [{ timeframe: 'H1', time, none: null, lots: 2 }] });
  assert.equal(isOwn(cloned.parts[0]?.timeframe), false);
  const own = withOwnStrings(cloned);
  assert.equal(isOwn(own.parts[0]?.timeframe), true);
  assert.deepEqual(own, cloned);
  assert.equal(own.parts[0]?.time, cloned.parts[0]?.time);
});
