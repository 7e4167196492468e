import { relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { ROOT } from '../root.ts';
import { reasonOf } from './reason.ts';
import type { Tally } from './tally.ts';

/** What one process of node:test found. Files are relative to the root of the checkout. */
export type NodeReport = {
  tally: Tally;
  /** Seconds of the outermost tests of each file; a file that held no test is missing. */
  seconds: Record<string, number>;
};

/**
 * Counts one run of node:test. Tests that were cancelled or are still to do are failures. With a process
 * for each file, a file that holds no test, or ends before its tests, is reported by node:test as a
 * passed test with the file's name; here it is a failure. Every skip is named: it is a promise that was
 * not checked. So is every failure, since the run's own account of it lies far above its end.
 *
 * @returns null when the run did not reach its own summary
 */
export async function countNodeTests(events: AsyncIterable<TestEvent>): Promise<NodeReport | null> {
  const silent: string[] = [];
  const skips: string[] = [];
  const failures: string[] = [];
  const seconds: Record<string, number> = {};
  let tally: Tally | null = null;
  for await (const event of events) {
    if (event.type === 'test:pass' || event.type === 'test:fail') {
      const file = fileOf(event.data);
      const isSilent = event.type === 'test:pass' && isFileItself(event.data);
      if (event.data.nesting === 0 && file !== null && !isSilent)
        seconds[file] = (seconds[file] ?? 0) + event.data.details.duration_ms / 1_000;
    }
    if (event.type === 'test:pass') {
      const { name, skip } = event.data;
      if (isFileItself(event.data)) silent.push(name);
      else if (typeof skip === 'string') skips.push(`skipped: ${name} (${skip})`);
      else if (skip) skips.push(`skipped: ${name}`);
    }
    if (event.type === 'test:fail' && !isOfItsParts(event.data.details.error))
      failures.push(`failed: ${event.data.name}${reasonOf(wordsOf(event.data.details.error))}`);
    // A summary that names a file is of that file alone; the one without is of the whole run.
    if (event.type !== 'test:summary' || event.data.file !== undefined) continue;
    const { tests, passed, skipped, cancelled, todo } = event.data.counts;
    tally = {
      passed: passed - silent.length,
      failed: tests - passed - skipped + silent.length,
      skipped,
      problems: [
        ...skips,
        ...failures,
        ...silent.map((file) => `${file} ran no tests, or ended before they were done`),
        ...(cancelled > 0 ? [`${cancelled} cancelled, counted as failed`] : []),
        ...(todo > 0 ? [`${todo} marked todo, counted as failed`] : []),
      ],
    };
  }
  return tally && { tally, seconds };
}

type TestData = { name: string; nesting: number; file?: string | undefined };

/** The file that a test stands in, from the root; null where node:test does not say. */
export function fileOf({ file }: TestData): string | null {
  return file === undefined ? null : relative(ROOT, file).replaceAll('\\', '/');
}

function isFileItself(test: TestData): boolean {
  return test.nesting === 0 && test.file !== undefined && resolve(test.name) === test.file;
}

/** A group that failed because a test in it did; that test is named on its own. */
export function isOfItsParts(error: unknown): boolean {
  return error instanceof Error && 'failureType' in error && error.failureType === 'subtestsFailed';
}

/** An error of a test is the cause of one that says which test it was. */
function wordsOf(error: unknown): string | undefined {
  const own = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return own instanceof Error ? own.message : undefined;
}
