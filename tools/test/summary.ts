import type { Tally } from './tally.ts';
import { addTallies, closingLine } from './tally.ts';

export type SuiteResult = { name: string; tally: Tally; seconds: number };

/**
 * Prints what came of each suite, what went wrong beside the tests, and the closing line.
 *
 * @returns the exit code: 0 when something ran and nothing failed
 */
export function printSummary(results: readonly SuiteResult[], say: (line: string) => void): number {
  const width = Math.max(5, ...results.map((result) => result.name.length));
  say(`\n${'suite'.padEnd(width)}  passed  failed  skipped   seconds`);
  for (const { name, tally, seconds } of results) {
    const figures = [
      String(tally.passed).padStart(6),
      String(tally.failed).padStart(6),
      String(tally.skipped).padStart(7),
      seconds.toFixed(1).padStart(8),
    ];
    say(`${name.padEnd(width)}  ${figures.join('  ')}`);
  }
  const total = addTallies(results.map((result) => result.tally));
  for (const problem of total.problems) say(`! ${problem}`);
  say('');
  say(closingLine(total));
  return total.failed === 0 && total.passed + total.skipped > 0 ? 0 : 1;
}
