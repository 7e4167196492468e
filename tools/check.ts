import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { affectedTests } from './check/affected-tests.ts';
import { readModule, readSourceFiles } from './check/modules.ts';
import { QUICK_CHECKS, runChecks } from './check/run-checks.ts';
import { fromRoot, ROOT } from './root.ts';
import { findSuites } from './test/suites.ts';

/** What fits into the minute that this may take, on one core; a change deep down reaches hundreds of files. */
const TESTS_MAX_S = 30;
/** A file that was never slow enough to be recorded. */
const UNRECORDED_S = 0.5;
/** These start programs and take seconds each: `npm test` and a change of their own run them. */
const SLOW = /\.process\.test\.ts$/;

const say = (line: string) => void process.stdout.write(`${line}\n`);

const failed = await runChecks(QUICK_CHECKS, say);
const changed = changedFiles();
const affected = affectedTests(readSourceFiles(ROOT).map(readModule), changed).filter(
  (file) => !SLOW.test(file) || changed.includes(file),
);
const files = nearest(affected);
if (files.length > 0) {
  const suites = findSuites(ROOT)
    .filter(({ needs }) => needs === 'none' || needs === 'embedded-database')
    .map(({ name }) => name);
  const command = ['tools/test.ts', '--part', ...suites, ...files];
  failed.push(...(await runChecks([{ name: `${files.length} test files`, command }], say)));
}
say(
  affected.length > files.length
    ? `Your change reaches ${affected.length} test files; the nearest that there is time for ran, ${files.length}. For all: npm test`
    : `Test files that your change reaches: ${affected.length}. For all: npm test`,
);
if (failed.length > 0) {
  say(`Not done yet: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** As many as there is time for, by the seconds that `npm test -- --record` keeps. */
function nearest(found: readonly string[]): string[] {
  const recorded = JSON.parse(
    readFileSync(fromRoot('tools/test/durations.json'), 'utf8'),
  ) as Record<string, Record<string, number>>;
  const secondsOf = (file: string) =>
    Math.max(UNRECORDED_S, ...Object.values(recorded).map((suite) => suite[file] ?? 0));
  let left = TESTS_MAX_S;
  return found.filter((file) => {
    const seconds = secondsOf(file);
    // A test that changed itself runs, however long it takes.
    if (!changed.includes(file) && seconds > left) return false;
    left -= seconds;
    return true;
  });
}

/** What differs from the branch this one follows, or else from the last commit; with what is not committed. */
function changedFiles(): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  const since = () => {
    try {
      return git('merge-base', 'HEAD', '@{upstream}')[0] ?? 'HEAD';
    } catch {
      return 'HEAD';
    }
  };
  return [
    ...git('diff', '--name-only', since()),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}
