import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printSummary } from './summary.ts';
import { oneFailure, type Tally } from './tally.ts';

function summary(...tallies: Tally[]): { lines: string[]; code: number } {
  const lines: string[] = [];
  const results = tallies.map((tally, index) => ({ name: `suite-${index}`, tally, seconds: 1.25 }));
  const code = printSummary(results, (line) => void lines.push(line));
  return { lines, code };
}

const green: Tally = { passed: 12, failed: 0, skipped: 0, problems: [] };

describe('the end of a run', () => {
  it('has a row for each suite and closes with the sum, alone on its line', () => {
    const { lines, code } = summary(green, { ...green, passed: 3, skipped: 1 });
    assert.deepEqual(lines, [
      '\nsuite    passed  failed  skipped   seconds',
      'suite-0      12       0        0       1.3',
      'suite-1       3       0        1       1.3',
      '',
      '15 passed, 0 failed, 1 skipped',
    ]);
    assert.equal(code, 0);
  });

  it('names what went wrong and ends with an error', () => {
    const { lines, code } = summary(green, oneFailure('bot ended with code 134'));
    assert.ok(lines.includes('! bot ended with code 134'));
    assert.equal(lines.at(-1), '12 passed, 1 failed, 0 skipped');
    assert.equal(code, 1);
  });

  it('ends with an error when nothing ran', () => {
    assert.equal(summary().code, 1);
  });

  it('ends well when all that ran was skipped', () => {
    assert.equal(summary({ ...green, passed: 0, skipped: 2 }).code, 0);
  });
});
