import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countVitestTests } from './vitest-report.ts';

const file = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status, fullName: `${name} ${status}` })),
});

describe('counting what Vitest reports', () => {
  it('counts passed, failed and skipped tests over all files', () => {
    const tally = countVitestTests({
      success: false,
      testResults: [file('a', 'passed', 'failed'), file('b', 'passed', 'skipped', 'pending')],
    });
    assert.deepEqual(tally, {
      passed: 2,
      failed: 1,
      skipped: 2,
      problems: ['skipped: b skipped', 'skipped: b pending', 'failed: a failed'],
    });
  });

  it('says why a test failed', () => {
    const assertionResults = [{ status: 'failed', fullName: 'a', failureMessages: ['no button'] }];
    const tally = countVitestTests({
      success: false,
      testResults: [{ name: 'a.test.tsx', status: 'failed', assertionResults }],
    });
    assert.deepEqual(tally.problems, ['failed: a\n    no button']);
  });

  it('counts todo, and every status it does not know, as failed', () => {
    const tally = countVitestTests({
      success: true,
      testResults: [file('a', 'passed', 'todo', 'odd')],
    });
    assert.deepEqual([tally.passed, tally.failed, tally.skipped], [1, 2, 0]);
    assert.deepEqual(tally.problems, ['1 marked todo, counted as failed']);
  });

  it('counts a file that could not be loaded as one failure and names it', () => {
    const broken = { name: 'src/broken.test.tsx', status: 'failed', assertionResults: [] };
    const tally = countVitestTests({ success: false, testResults: [file('a', 'passed'), broken] });
    assert.deepEqual([tally.passed, tally.failed], [1, 1]);
    assert.deepEqual(tally.problems, ['src/broken.test.tsx ran no tests']);
  });

  it('counts an error outside of any test although every test passed', () => {
    const tally = countVitestTests({ success: false, testResults: [file('a', 'passed')] });
    assert.deepEqual([tally.passed, tally.failed], [1, 1]);
    assert.deepEqual(tally.problems, ['an error outside of any test']);
  });
});
