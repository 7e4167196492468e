import { STEP } from '../conformance/page.ts';
import type { Tally } from '../test/tally.ts';
import type { Check } from './check.ts';

/** What came of a suite that was run for the checks. */
export type SuiteRun = Readonly<{ name: string; files: readonly string[]; tally: Tally }>;

export type Verdict = 'held' | 'broken' | 'skipped' | 'not run';

/** The worst of what came of a check's tests in each suite that ran them, such as both databases. */
export function verdictsOf(check: Check, runs: readonly SuiteRun[]): Map<string, Verdict> {
  const verdicts = new Map<string, Verdict>();
  for (const run of runs) {
    const own = check.tests
      .map((test) => test.split(STEP))
      .filter(([file = '']) => run.files.includes(file));
    if (own.length === 0) continue;
    verdicts.set(run.name, worst(own.map((steps) => verdictOf(steps.at(-1) ?? '', run.tally))));
  }
  return verdicts;
}

function verdictOf(name: string, { failed, problems }: Tally): Verdict {
  const failures = problems
    .filter((problem) => /^(failed|flaky): /.test(problem))
    // Below the name stands the reason.
    .map((problem) => problem.split('\n', 1)[0] ?? '');
  // A suite that broke otherwise tells of no test in it that it passed.
  if (failures.length < failed || failures.some((failure) => failure.includes(name)))
    return 'broken';
  return problems.some((problem) => problem.startsWith('skipped: ') && problem.includes(name))
    ? 'skipped'
    : 'held';
}

function worst(verdicts: readonly Verdict[]): Verdict {
  const order: readonly Verdict[] = ['broken', 'not run', 'skipped', 'held'];
  return order.find((verdict) => verdicts.includes(verdict)) ?? 'not run';
}
