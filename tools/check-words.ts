import { globSync, readFileSync } from 'node:fs';
import { findInPage, findInSource } from './check/words.ts';
import { fromRoot, ROOT } from './root.ts';

/** The goals are reached: never raise these. */
const MOST_IN_TEXTS = 0;
const MOST_IN_DOCS = 0;

const texts = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.(test|bench)\.|\/testing\/|paddle-emulator|migrations\//.test(file))
  .flatMap((file) => findInSource(file, readFileSync(fromRoot(file), 'utf8')));
const docs = globSync(
  ['README.md', 'CONTRIBUTING.md', 'docs/{*,start/*,how-to/*,reference/*,explanation/*}.md'],
  {
    cwd: ROOT,
  },
)
  // Made from the names of tests and the specification's own words.
  .filter((file) => !file.includes('conformance'))
  .flatMap((file) => findInPage(file, withoutTests(readFileSync(fromRoot(file), 'utf8'))));

/** Without the last column of tables that name tests. */
function withoutTests(page: string): string {
  return page.replaceAll(/\|[^|\n]*\.(?:test|spec)\.tsx?\) \|$/gm, '|');
}

for (const [what, found, most] of [
  ['texts', texts, MOST_IN_TEXTS],
  ['docs', docs, MOST_IN_DOCS],
] as const) {
  process.stdout.write(`${found.length} of at most ${most} phrases to rewrite in ${what}\n`);
  const isListed = found.length > most || process.argv.includes('--list');
  if (isListed)
    for (const { file, line, phrase, instead } of found)
      process.stdout.write(`${file}:${line} "${phrase}": ${instead}\n`);
  if (found.length > most) process.exitCode = 1;
}
