import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addTallies, closingLine, judge } from './tally.ts';

describe('the count of a run', () => {
  it('adds the figures of its suites and keeps every problem', () => {
    const sum = addTallies([
      { passed: 3, failed: 0, skipped: 1, problems: [] },
      { passed: 4, failed: 2, skipped: 0, problems: ['one', 'two'] },
    ]);
    assert.deepEqual(sum, { passed: 7, failed: 2, skipped: 1, problems: ['one', 'two'] });
  });

  it('is nothing for no suites', () => {
    assert.deepEqual(addTallies([]), { passed: 0, failed: 0, skipped: 0, problems: [] });
  });

  it('closes with one plain line', () => {
    const line = closingLine({ passed: 1204, failed: 0, skipped: 3, problems: [] });
    assert.equal(line, '1204 passed, 0 failed, 3 skipped');
  });
});

describe('the verdict on a suite', () => {
  const green = { passed: 5, failed: 0, skipped: 0, problems: [] };

  it('is what it reported when it ended well', () => {
    assert.deepEqual(judge('web', green, 0), green);
  });

  it('is what it reported when tests failed and it said so', () => {
    const red = { ...green, failed: 2 };
    assert.deepEqual(judge('web', red, 1), red);
  });

  it('counts a suite that died without a report as one failure and names it', () => {
    assert.deepEqual(judge('bot', null, 134), {
      passed: 0,
      failed: 1,
      skipped: 0,
      problems: ['bot ended with code 134 and left no report'],
    });
  });

  it('counts a suite without a report as a failure even when it ended well', () => {
    assert.equal(judge('bot', null, 0).failed, 1);
  });

  it('counts a suite that reported no tests as one failure', () => {
    const empty = { passed: 0, failed: 0, skipped: 0, problems: [] };
    assert.deepEqual(judge('e2e', empty, 0).problems, ['e2e reported no tests']);
    assert.equal(judge('e2e', empty, 0).failed, 1);
  });

  it('takes a suite of skipped tests as it is', () => {
    const skipped = { passed: 0, failed: 0, skipped: 2, problems: [] };
    assert.deepEqual(judge('e2e', skipped, 0), skipped);
  });

  it('counts a bad exit code beside green tests as one failure', () => {
    const verdict = judge('api', green, 7);
    assert.equal(verdict.passed, 5);
    assert.equal(verdict.failed, 1);
    assert.deepEqual(verdict.problems, ['api ended with code 7 although no test failed']);
  });
});
