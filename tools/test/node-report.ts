import { resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import type { Tally } from './tally.ts';

/**
 * Counts one run of node:test. Tests that were cancelled or are still to do are failures. A file that
 * holds no test, or ends before its tests, is reported by node:test as a passed test with the file's
 * name; here it is a failure. Every skip is named: it is a promise that was not checked.
 *
 * @returns null when the run did not reach its own summary
 */
export async function countNodeTests(events: AsyncIterable<TestEvent>): Promise<Tally | null> {
  const silent: string[] = [];
  const skips: string[] = [];
  let tally: Tally | null = null;
  for await (const event of events) {
    if (event.type === 'test:pass') {
      const { name, skip } = event.data;
      if (isFileItself(event.data)) silent.push(name);
      else if (typeof skip === 'string') skips.push(`skipped: ${name} (${skip})`);
      else if (skip) skips.push(`skipped: ${name}`);
    }
    // A summary that names a file is of that file alone; the one without is of the whole run.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { tests, passed, skipped, cancelled, todo } = event.data.counts;
    tally = {
      passed: passed - silent.length,
      failed: tests - passed - skipped + silent.length,
      skipped,
      problems: [
        ...skips,
        ...silent.map((file) => `${file} ran no tests, or ended before they were done`),
        ...(cancelled > 0 ? [`${cancelled} cancelled, counted as failed`] : []),
        ...(todo > 0 ? [`${todo} marked todo, counted as failed`] : []),
      ],
    };
  }
  return tally;
}

function isFileItself(test: { name: string; nesting: number; file?: string }): boolean {
  return test.nesting === 0 && test.file !== undefined && resolve(test.name) === test.file;
}
