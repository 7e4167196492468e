import { execFileSync } from 'node:child_process';
import { affectedTests } from './check/affected-tests.ts';
import { QUICK_CHECKS, runChecks } from './check/run-checks.ts';
import { readModule } from './imports/read-module.ts';
import { readSourceFiles } from './imports/source-files.ts';
import { ROOT } from './root.ts';
import { findSuites } from './test/suites.ts';

/** Test files that fit into the minute that this may take; a change deep down reaches hundreds. */
const FILES_MAX = 40;
/** These start programs and take seconds each: `npm test` and a change of their own run them. */
const SLOW = /\.process\.test\.ts$/;

const say = (line: string) => void process.stdout.write(`${line}\n`);

const failed = await runChecks(QUICK_CHECKS, say);
const changed = changedFiles();
const affected = affectedTests(readSourceFiles(ROOT).map(readModule), changed).filter(
  (file) => !SLOW.test(file) || changed.includes(file),
);
const files = affected.slice(0, FILES_MAX);
if (files.length > 0) {
  const suites = findSuites(ROOT)
    .filter(({ needs }) => needs === 'none' || needs === 'embedded-database')
    .map(({ name }) => name);
  const command = ['tools/test.ts', '--part', ...suites, ...files];
  failed.push(...(await runChecks([{ name: `${files.length} test files`, command }], say)));
}
say(
  affected.length > files.length
    ? `Your change reaches ${affected.length} test files; the nearest ${files.length} ran. For all: npm test`
    : `Test files that your change reaches: ${affected.length}. For all: npm test`,
);
if (failed.length > 0) {
  say(`Not done yet: ${failed.join(', ')}`);
  process.exitCode = 1;
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
