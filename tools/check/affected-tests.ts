import { posix } from 'node:path';
import type { Module } from './modules.ts';

const TEST = /\.test\.tsx?$/;

/**
 * The test files that a change can break: those that changed, and those that reach a changed file by their
 * imports, the nearest first.
 *
 * @param changed paths from the root; files that are no modules affect nothing here
 * @example affectedTests(modules, ['packages/values/src/money.ts'])[0] // 'packages/values/src/money.test.ts'
 */
export function affectedTests(modules: readonly Module[], changed: readonly string[]): string[] {
  const importers = importersOf(modules);
  const found = new Set(changed.filter((path) => importers.has(path)));
  // A set is walked in the order in which it grows, so that this goes outwards import by import.
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return [...found].filter((path) => TEST.test(path));
}

function importersOf(modules: readonly Module[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map(modules.map(({ path }) => [path, [] as string[]]));
  for (const { path, imports } of modules)
    for (const specifier of imports) {
      const target = fileOf(path, specifier);
      // Packages are named without their ending.
      const file = importers.get(target) ?? importers.get(`${target}x`);
      file?.push(path);
    }
  return importers;
}

/** The file that is imported; something that is no file where it is none of ours. */
function fileOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const [, room, path] = /^@quorate\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return `${room === 'bot' ? 'apps' : 'packages'}/${room}/src/${path}.ts`;
}
