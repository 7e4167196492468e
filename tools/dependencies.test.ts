import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fromRoot, ROOT } from './root.ts';

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>;

/** Every direct dependency of the house on the outside, as 'name version'. */
function dependencies(): string[] {
  const manifests = ['package.json', ...globSync('{packages,apps}/*/package.json', { cwd: ROOT })];
  const all = [...manifests, 'e2e/package.json'].flatMap((path) => {
    const manifest: Manifest = JSON.parse(readFileSync(fromRoot(path), 'utf8'));
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  });
  const outside = all.filter(([name]) => !name.startsWith('@quorate/'));
  return [...new Set(outside.map(([name, version]) => `${name} ${version}`))].sort();
}

describe('the dependencies', () => {
  it('are each named in docs/reference/dependencies.md with their version, and nothing else is', () => {
    const page = readFileSync(fromRoot('docs/reference/dependencies.md'), 'utf8');
    const rows = [...page.matchAll(/^\| (\S+) \| (\d\S*) \| \S/gm)];
    const named = new Set(rows.map(([, name, version]) => `${name} ${version}`));
    assert.deepEqual([...named].sort(), dependencies());
  });

  it('are pinned to exact versions', () => {
    const loose = dependencies().filter((each) => !/ \d+\.\d+\.\d+(-[\w.]+)?$/.test(each));
    assert.deepEqual(loose, []);
  });
});
