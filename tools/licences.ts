import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)/;
const TEXTS = /^(licen[cs]e|copying|notice)/i;

/** What a bundler tells of a file that it made. */
type Made = Readonly<{ type: string; moduleIds?: readonly string[] }>;

/** Beside what was made, wherever it is shipped. */
export const LICENCES = 'LICENSES.txt';

/**
 * The licences of everybody else's code in what a bundler made, as they ask to be shipped with it.
 *
 * @param made files as the bundler answers them; those that are no scripts have no modules
 * @returns a text, the same for the same packages
 * @throws Error naming packages that come with neither a text nor a name of a licence
 */
export function licencesOf(made: Iterable<Made>): string {
  const found = new Set<string>();
  for (const { moduleIds = [] } of made)
    for (const id of moduleIds) {
      const folder = PACKAGE.exec(id)?.[1];
      if (folder !== undefined) found.add(folder);
    }
  const unknown: string[] = [];
  const entries = new Map<string, string>();
  for (const folder of found) {
    if (!existsSync(join(folder, 'package.json'))) continue;
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as { name: string; version: string; license?: string };
    const texts = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
      .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
      .toSorted();
    if (texts.length === 0 && license === undefined) unknown.push(`${name} ${version}`);
    const title = `${name} ${version}${license === undefined ? '' : ` (${license})`}`;
    entries.set(title, [title, ...texts].join('\n\n'));
  }
  if (unknown.length > 0) throw new Error(`No licence is known of ${unknown.join(', ')}.`);
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return `${sorted.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}
