import { reasonOf } from './reason.ts';
import type { Tally } from './tally.ts';

/** The parts of Vitest's JSON report that the count needs. */
export type VitestReport = {
  success: boolean;
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
  }[];
};

/**
 * Counts one run of Vitest. Only `passed` is a pass and only `skipped` and `pending` are skips: todo
 * and whatever a later version invents are failures. A file that could not be loaded has no
 * assertions; it counts as one failure.
 */
export function countVitestTests(report: VitestReport): Tally {
  const tests = report.testResults.flatMap((file) => file.assertionResults);
  const unloaded = report.testResults.filter(
    (file) => file.assertionResults.length === 0 && file.status !== 'skipped',
  );
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => status === 'skipped' || status === 'pending');
  const todo = tests.filter(({ status }) => status === 'todo').length;
  const failed = tests.length - passed - skipped.length + unloaded.length;
  // Errors outside any test (an unhandled rejection) fail the run although every test passed.
  const outside = !report.success && failed === 0 ? 1 : 0;
  return {
    passed,
    failed: failed + outside,
    skipped: skipped.length,
    problems: [
      ...skipped.map(({ fullName }) => `skipped: ${fullName}`),
      ...tests
        .filter((test) => test.status === 'failed')
        .map(
          ({ fullName, failureMessages }) => `failed: ${fullName}${reasonOf(failureMessages?.[0])}`,
        ),
      ...unloaded.map((file) => `${file.name} ran no tests`),
      ...(todo > 0 ? [`${todo} marked todo, counted as failed`] : []),
      ...(outside > 0 ? ['an error outside of any test'] : []),
    ],
  };
}
