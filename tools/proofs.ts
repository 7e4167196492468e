import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readTags, type Tagged } from './proofs/tags.ts';
import { ROOT } from './root.ts';
import { findSuites } from './test/suites.ts';

/**
 * Writes into the pages of statements which tests prove each one: `npm run docs:proofs`. A test says it by
 * `// @spec 4.12` above it. With `--check` nothing is written, and a stale page or an unproved statement fails.
 */
const PAGES = [
  { tag: 'spec', path: 'docs/reference/conformance.md' },
  { tag: 'promise', path: 'docs/reference/reliability.md' },
];

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const files = [...new Set(findSuites(ROOT).flatMap((suite) => suite.files))].sort();
const tags = files.flatMap((path) =>
  readTags(path, readFileSync(join(ROOT, path), 'utf8')).map((tagged) => ({ ...tagged, path })),
);

const faults = PAGES.flatMap(({ tag, path }) => {
  const page = readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');
  const own = tags.filter((each) => each.tag === tag);
  const ids: string[] = [];
  const written = page.replaceAll(
    /^\| (\d+\.\d+) \| ((?:[^|\\]|\\.)+) \|.*\|$/gm,
    (_, id: string, statement: string) => {
      ids.push(id);
      return `| ${id} | ${statement.trim()} | ${own
        .filter((each) => each.id === id)
        .map(proof)
        .join('<br>')} |`;
    },
  );
  if (!flags.check && written !== page) writeFileSync(join(ROOT, path), written);
  return [
    ...(flags.check && written !== page ? [`${path} is stale: npm run docs:proofs`] : []),
    ...ids
      .filter((id) => !own.some((each) => each.id === id))
      .map((id) => `${path}: no test is tagged @${tag} ${id}`),
    ...ids
      .filter((id, at) => ids.indexOf(id) !== at)
      .map((id) => `${path}: ${id} stands there twice`),
    ...own
      .filter(({ id }) => !ids.includes(id))
      .map((each) => `${each.path}:${each.line} ${path} has no statement ${each.id}`),
  ];
});

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${tags.length} tags, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

function proof({ path, title }: Tagged & { path: string }): string {
  return `${title.replaceAll('|', '\\|')} (${path})`;
}
