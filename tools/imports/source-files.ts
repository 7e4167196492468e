import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export type SourceFile = {
  /** Relative to the root of the checkout, with forward slashes. */
  path: string;
  text: string;
};

const PLACES = ['packages', 'apps', 'tools', 'e2e'];
const SOURCE = /\.(ts|tsx|js|mjs)$/;
const NOT_OURS = new Set(['node_modules', 'build', 'dist', '.react-router', 'test-results']);

/** Every source file of the checkout: what is there counts, nothing has to be registered. */
export function readSourceFiles(root: string): SourceFile[] {
  return PLACES.flatMap((place) => pathsUnder(root, place))
    .filter((path) => SOURCE.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function pathsUnder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : pathsUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}
