import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fromRoot, ROOT } from './root.ts';

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>;

/** The version of every direct dependency from outside, by its name. */
function dependencies(): [name: string, version: string][] {
  const manifests = ['package.json', ...globSync('{packages,apps}/*/package.json', { cwd: ROOT })];
  return [...manifests, 'e2e/package.json'].flatMap((path) => {
    const manifest: Manifest = JSON.parse(readFileSync(fromRoot(path), 'utf8'));
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    return all.filter(([name]) => !name.startsWith('@quorate/'));
  });
}

describe('the dependencies', () => {
  it('are each named once in docs/reference/dependencies.md, and nothing else is', () => {
    const page = readFileSync(fromRoot('docs/reference/dependencies.md'), 'utf8');
    const rows = [...page.matchAll(/^\| ([a-z@].*?) \| \S/gm)];
    const named = rows.flatMap(([, names = '']) => names.split(', '));
    assert.deepEqual(named.sort(), [...new Set(dependencies().map(([name]) => name))].sort());
  });

  it('are pinned to exact versions, the same everywhere', () => {
    const versions = new Map(dependencies());
    const loose = dependencies().filter(
      ([name, version]) =>
        !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version) || version !== versions.get(name),
    );
    assert.deepEqual(loose, []);
  });
});
