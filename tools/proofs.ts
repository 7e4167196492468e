import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readTags, type Tagged } from './proofs/tags.ts';
import { ROOT } from './root.ts';
import { findSuites } from './test/suites.ts';

/**
 * Writes into pages of statements which tests prove each one: `npm run docs:proofs`. A test says it by
 * `// @spec 4.12` above it. With `--check` nothing is written, and a stale page or an unproved statement fails.
 */
const PAGES = ['docs/reference/conformance.md', 'docs/reference/attacks.md'];

const { values: flags } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const files = [...new Set(findSuites(ROOT).flatMap((suite) => suite.files))].sort();
const tags = files.flatMap((path) =>
  readTags(path, readFileSync(join(ROOT, path), 'utf8')).map((tagged) => ({ ...tagged, path })),
);

const faults: string[] = [];
for (const path of PAGES) {
  const page = readFileSync(join(ROOT, path), 'utf8').replaceAll('\r\n', '\n');
  const written = page.replaceAll(
    /<!-- proofs: (\w+) -->[\s\S]*?<!-- end -->/g,
    (part: string, tag: string) => writePart(part, tag),
  );
  if (!flags.check) writeFileSync(join(ROOT, path), written);
  else if (written !== page) faults.push(`${path} is stale: npm run docs:proofs`);
}

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${tags.length} tags, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** The statements of one kind, each with its tests in the last column. */
function writePart(part: string, tag: string): string {
  const own = tags.filter((each) => each.tag === tag);
  const ids: string[] = [];
  const rows = part.replaceAll(/^\| (\d+\.\d+) \|.*\|$/gm, (row: string, id: string) => {
    ids.push(id);
    const proofs = own.filter((each) => each.id === id).map(proof);
    if (proofs.length === 0) faults.push(`no test is tagged @${tag} ${id}`);
    const cells = row.split(/(?<!\\)\|/).slice(1, -2);
    return ['', ...cells.map((cell) => ` ${cell.trim()} `), ` ${proofs.join('<br>')} `, ''].join(
      '|',
    );
  });
  faults.push(
    ...ids
      .filter((id, at) => ids.indexOf(id) !== at)
      .map((id) => `@${tag} ${id} stands there twice`),
    ...own
      .filter(({ id }) => !ids.includes(id))
      .map((each) => `${each.path}:${each.line} there is no statement @${tag} ${each.id}`),
  );
  return rows;
}

function proof({ path, title }: Tagged & { path: string }): string {
  return `${title.replaceAll('|', '\\|')} (${path})`;
}
