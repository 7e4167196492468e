/** What came of a run: figures the runners reported, and a sentence for everything that went wrong beside them. */
export type Tally = { passed: number; failed: number; skipped: number; problems: string[] };

function emptyTally(): Tally {
  return { passed: 0, failed: 0, skipped: 0, problems: [] };
}

/** Something that failed without being a test: a crash, a build, a missing report. Counts as one. */
export function oneFailure(problem: string): Tally {
  return { passed: 0, failed: 1, skipped: 0, problems: [problem] };
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (sum, tally) => ({
      passed: sum.passed + tally.passed,
      failed: sum.failed + tally.failed,
      skipped: sum.skipped + tally.skipped,
      problems: [...sum.problems, ...tally.problems],
    }),
    emptyTally(),
  );
}

/**
 * A run's figures beside its exit code. A runner that died, or that reported no test at all, counts as
 * one failure: silence is not success.
 *
 * @param reported null when no report could be read
 */
export function judge(suite: string, reported: Tally | null, exitCode: number): Tally {
  if (reported === null) {
    return oneFailure(`${suite} ended with code ${exitCode} and left no report`);
  }
  if (reported.passed + reported.failed + reported.skipped === 0) {
    return addTallies([reported, oneFailure(`${suite} reported no tests`)]);
  }
  if (exitCode !== 0 && reported.failed === 0) {
    const problem = `${suite} ended with code ${exitCode} although no test failed`;
    return addTallies([reported, oneFailure(problem)]);
  }
  return reported;
}

/** The line every run closes with; programs read it. */
export function closingLine(tally: Tally): string {
  return `${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped`;
}
