import { readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { findSuites } from '../test/suites.ts';
import { type NamedTest, readNamedTests, type Title } from './named-tests.ts';
import { type Fault, type Page, STEP, type Statement } from './page.ts';

/** What a page names and the checkout does not have, line by line. */
export function proofFaults(page: Page, root: string): Fault[] {
  const testFiles = new Set(findSuites(root).flatMap(({ files }) => files));
  const read = new Map<string, NamedTest[]>();
  const testsOf = (path: string) => {
    const known = read.get(path);
    if (known) return known;
    const tests = readNamedTests({ path, text: readFileSync(join(root, path), 'utf8') });
    read.set(path, tests);
    return tests;
  };
  const faultOf = (proof: string) => {
    const [path = '', ...names] = proof.split(STEP);
    if (!isFile(root, path)) return `${path} does not exist`;
    if (!testFiles.has(path)) return `${path} is in no suite: npm test does not run it`;
    return names.length === 0
      ? `${path} is a file; name a test of it, after ${STEP.trim()}`
      : testFault(path, names, testsOf(path));
  };
  const faultsOf = ({ line, where, proof }: Statement) => {
    const absent = where
      .filter((path) => !isFile(root, path))
      .map((path) => `${path} does not exist`);
    const unproved = proof.state === 'proved' ? proof.tests.map(faultOf) : [];
    return [...absent, ...unproved]
      .filter((message) => message !== null)
      .map((message) => ({ line, message }));
  };
  return page.sections.flatMap(({ statements }) => statements).flatMap(faultsOf);
}

function testFault(path: string, names: string[], tests: readonly NamedTest[]): string | null {
  const name = names.join(STEP);
  const found = testsNamed(names, tests);
  if (found.length === 0) return `${path} has no test named '${name}'`;
  if (found.length > 1) {
    return `${path} has ${found.length} tests named '${name}'; write the group before it, as in group${STEP}${name}`;
  }
  return found[0]?.skipped ? `'${name}' of ${path} is skipped: it proves nothing` : null;
}

/** Whole names go before those of which only the words before the first `${` are given. */
function testsNamed(names: readonly string[], tests: readonly NamedTest[]): readonly NamedTest[] {
  const whole = tests.filter(({ titles }) => endsWith(titles, names, isWhole));
  if (whole.length > 0) return whole;
  return tests.filter(({ titles }) => endsWith(titles, names, isWholeOrOpening));
}

type Fits = (title: Title, name: string) => boolean;

function endsWith(titles: readonly Title[], names: readonly string[], fits: Fits): boolean {
  const last = titles.slice(-names.length);
  return last.length === names.length && last.every((title, at) => fits(title, names[at] ?? ''));
}

const isWhole: Fits = ({ text }, name) => text === name;

const isWholeOrOpening: Fits = (title, name) =>
  isWhole(title, name) || (name !== '' && title.opening?.trimEnd() === name);

function isFile(root: string, path: string): boolean {
  // The same file has one name here, on every system.
  if (path === '' || path.startsWith('../') || posix.normalize(path) !== path) return false;
  return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false;
}
