import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countPlaywrightTests } from './playwright-report.ts';

const journey = (
  title: string,
  status: string,
  ...annotations: { type: string; description?: string }[]
) => ({
  title,
  tests: [{ status, annotations, results: [] }],
});

describe('counting what Playwright reports', () => {
  it('counts the journeys of nested suites', () => {
    const tally = countPlaywrightTests({
      errors: [],
      suites: [
        { specs: [journey('a', 'expected'), journey('b', 'unexpected')] },
        { specs: [], suites: [{ specs: [journey('c', 'expected')] }] },
      ],
    });
    assert.deepEqual(tally, {
      passed: 2,
      failed: 1,
      skipped: 0,
      problems: ['failed: b'],
    });
  });

  it('says why a journey failed', () => {
    const failed = journey('a', 'unexpected');
    const results = [{ error: { message: 'Error: no button' } }];
    const specs = [{ ...failed, tests: failed.tests.map((each) => ({ ...each, results })) }];
    const tally = countPlaywrightTests({ errors: [], suites: [{ specs }] });
    assert.deepEqual(tally.problems, ['failed: a\n    Error: no button']);
  });

  it('counts a flaky journey as failed', () => {
    const tally = countPlaywrightTests({
      errors: [],
      suites: [{ specs: [journey('a', 'flaky')] }],
    });
    assert.deepEqual([tally.passed, tally.failed], [0, 1]);
  });

  it('names every skipped journey with its reason', () => {
    const skipped = journey('on real candles', 'skipped', {
      type: 'skip',
      description: 'no data here',
    });
    const tally = countPlaywrightTests({ errors: [], suites: [{ specs: [skipped] }] });
    assert.deepEqual(tally.problems, ['skipped: on real candles (no data here)']);
    assert.equal(tally.skipped, 1);
  });

  it('counts a journey that was never begun as failed, not as skipped', () => {
    const tally = countPlaywrightTests({
      errors: [],
      suites: [{ specs: [journey('a', 'skipped')] }],
    });
    assert.deepEqual([tally.failed, tally.skipped], [1, 0]);
  });

  it('counts errors outside of any journey, such as a set-up that failed', () => {
    const tally = countPlaywrightTests({ errors: [{ message: 'no browser' }] });
    assert.equal(tally.failed, 1);
    assert.deepEqual(tally.problems, ['an error outside of any test: no browser']);
  });
});
