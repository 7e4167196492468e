import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deal } from './deal.ts';

describe('dealing test files to processes', () => {
  it('gives the slowest files out first, each to the process that has the least to do', () => {
    const dealt = deal(['quick', 'slow', 'slower', 'slowest'], 2, {
      slow: 3,
      slower: 4,
      slowest: 6,
    });
    assert.deepEqual(dealt, [
      ['slowest', 'quick'],
      ['slower', 'slow'],
    ]);
  });

  it('loses and doubles no file, and starts no process without one', () => {
    const files = Array.from({ length: 31 }, (_, index) => `${index}.test.ts`);
    assert.deepEqual(deal(files, 4, {}).flat().toSorted(), files.toSorted());
    assert.deepEqual(deal(['only.test.ts'], 4, {}), [['only.test.ts']]);
    assert.deepEqual(deal([], 4, {}), []);
  });
});
