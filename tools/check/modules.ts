import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

export type SourceFile = Readonly<{
  /** Relative to the root of the checkout, with forward slashes. */
  path: string;
  text: string;
}>;

/** A source file and what it imports, as written: './lots.ts', '@quorate/values/money', 'node:fs'. */
export type Module = Readonly<{ path: string; imports: readonly string[] }>;

const PLACES = ['packages', 'apps', 'tools', 'bench', 'e2e'];
const SOURCE = /\.(ts|tsx|js|mjs)$/;
const NOT_OURS = new Set(['node_modules', 'build', 'dist', '.react-router', 'test-results']);

/** Every source file of the checkout: what is there counts, nothing has to be registered. */
export function readSourceFiles(root: string): SourceFile[] {
  return PLACES.flatMap((place) => pathsUnder(root, place))
    .filter((path) => SOURCE.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** @throws Error when the file cannot be parsed */
export function readModule({ path, text }: SourceFile): Module {
  const { module, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const [, literal] = /^['"](.+)['"]$/.exec(text.slice(start, end)) ?? [];
      return literal ? [literal] : [];
    }),
  ];
  return { path, imports: [...new Set(specifiers)] };
}

function pathsUnder(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return NOT_OURS.has(entry.name) ? [] : pathsUnder(root, path);
    return entry.isFile() ? [path] : [];
  });
}
