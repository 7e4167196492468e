import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findCircles } from './circles.ts';
import type { Module } from './read-module.ts';

/** Files of one folder that import each other by name. */
function house(files: Record<string, string[]>): Module[] {
  return Object.entries(files).map(([name, targets]) => ({
    path: `tools/${name}.ts`,
    imports: targets.map((target) => ({ specifier: `./${target}.ts`, line: 1 })),
    environmentReads: [],
    clockReads: [],
  }));
}

describe('circles of imports', () => {
  it('are none where imports run one way', () => {
    assert.deepEqual(findCircles(house({ a: ['b', 'c'], b: ['c'], c: [] })), []);
  });

  it('are found between two files', () => {
    assert.deepEqual(findCircles(house({ a: ['b'], b: ['a'] })), [['tools/a.ts', 'tools/b.ts']]);
  });

  it('are found when a file imports itself', () => {
    assert.deepEqual(findCircles(house({ a: ['a'] })), [['tools/a.ts']]);
  });

  it('are named by their shortest way round', () => {
    const circles = findCircles(house({ a: ['b', 'd'], b: ['c'], c: ['a'], d: ['b', 'a'] }));
    assert.deepEqual(circles, [['tools/a.ts', 'tools/d.ts']]);
  });

  it('are each found once', () => {
    const circles = findCircles(house({ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['c'] }));
    assert.deepEqual(circles, [
      ['tools/a.ts', 'tools/b.ts'],
      ['tools/c.ts', 'tools/d.ts'],
    ]);
  });

  it('are found through a package, too', () => {
    const module = (path: string, specifier: string): Module => ({
      path,
      environmentReads: [],
      clockReads: [],
      imports: [{ specifier, line: 1 }],
    });
    const circles = findCircles([
      module('packages/trading/src/a.ts', '@quorate/trading/b'),
      module('packages/trading/src/b.ts', './a.ts'),
    ]);
    assert.equal(circles.length, 1);
  });

  it('exist exactly where following imports leads back, on any house', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const anyHouse = fc.record(Object.fromEntries(names.map((name) => [name, fc.subarray(names)])));
    fc.assert(
      fc.property(anyHouse, (files) => {
        const circles = findCircles(house(files));
        const leadsBack = names.some((start) => reachable(files, start).has(start));
        assert.equal(circles.length > 0, leadsBack);
        for (const circle of circles) {
          for (const [index, path] of circle.entries()) {
            const next = circle[(index + 1) % circle.length] ?? '';
            assert.ok(files[nameOf(path)]?.includes(nameOf(next)), `${path} imports ${next}`);
          }
        }
      }),
    );
  });
});

function nameOf(path: string): string {
  return path.slice('tools/'.length, -'.ts'.length);
}

function reachable(files: Record<string, string[]>, start: string): Set<string> {
  const seen = new Set<string>();
  const open = [...(files[start] ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...(files[next] ?? []));
  }
  return seen;
}
