import { reasonOf } from './reason.ts';
import type { Tally } from './tally.ts';

/** The parts of Playwright's JSON report that the count needs. */
export type PlaywrightReport = {
  errors: { message?: string }[];
  suites?: PlaywrightSuite[];
};

type PlaywrightSuite = {
  suites?: PlaywrightSuite[];
  specs?: { title: string; tests: PlaywrightTest[] }[];
};

type PlaywrightTest = {
  status: string;
  annotations: { type: string; description?: string }[];
  results: { error?: { message?: string } }[];
};

/**
 * Counts one run of Playwright. A flaky test is a failed one. A test that was never begun, because the
 * run was cut short, is reported as skipped but without a skip annotation; it counts as failed.
 */
export function countPlaywrightTests(report: PlaywrightReport): Tally {
  const tests = (report.suites ?? []).flatMap(testsOf);
  const passed = tests.filter((test) => test.status === 'expected').length;
  const broken = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky');
  const skipped = tests.filter((test) => test.status === 'skipped' && isMeant(test));
  return {
    passed,
    failed: tests.length - passed - skipped.length + report.errors.length,
    skipped: skipped.length,
    problems: [
      ...report.errors.map(
        (error) => `an error outside of any test: ${error.message ?? 'unknown'}`,
      ),
      ...broken.map(
        ({ title, status, results }) =>
          `${status === 'flaky' ? 'flaky' : 'failed'}: ${title}${reasonOf(results[0]?.error?.message)}`,
      ),
      ...skipped.map((test) => `skipped: ${test.title}${whySkipped(test)}`),
    ],
  };
}

function testsOf(suite: PlaywrightSuite): (PlaywrightTest & { title: string })[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests.map((test) => ({ ...test, title: spec.title })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

function isMeant(test: PlaywrightTest): boolean {
  return test.annotations.some((annotation) => annotation.type === 'skip');
}

function whySkipped(test: PlaywrightTest): string {
  const reason = test.annotations.find((annotation) => annotation.type === 'skip')?.description;
  return reason === undefined ? '' : ` (${reason})`;
}
