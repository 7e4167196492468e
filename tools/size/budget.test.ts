import assert from 'node:assert/strict';
import { it } from 'node:test';
import { budgetFaults } from './budget.ts';
import { modulesOf } from './modules-of.ts';

const BUDGET = { bytes: 100, notPublic: /^\/assets\/dashboard-/ };
const page = (...modules: Array<[address: string, bytes: number]>) => [
  { page: '/', modules: modules.map(([address, bytes]) => ({ address, bytes })) },
];

it('lets a page load as much as the budget, and not a byte more', () => {
  assert.deepEqual(budgetFaults(page(['/assets/a.js', 60], ['/assets/b.js', 40]), BUDGET), []);
  assert.deepEqual(budgetFaults(page(['/assets/a.js', 60], ['/assets/b.js', 41]), BUDGET), [
    '/ loads 101 bytes of script, more than 100.',
  ]);
});

it('finds code of the dashboard, however small', () => {
  assert.deepEqual(budgetFaults(page(['/assets/dashboard-x.js', 1]), BUDGET), [
    '/ loads /assets/dashboard-x.js.',
  ]);
});

it('takes no pages, and a page without modules, for a fault', () => {
  assert.equal(budgetFaults([], BUDGET).length, 1);
  assert.equal(budgetFaults(page(), BUDGET).length, 1);
});

it('follows imports and re-exports to the end, once each, and no import that waits for a reader', () => {
  const modules: Record<string, string> = {
    '/assets/entry.js': 'import{a}from"./a.js";import"./b.js";import("./later.js");a()',
    '/assets/a.js': 'export*from"./c.js";export const a="/assets/named-only.js";',
    '/assets/b.js': 'export{x as y}from"./c.js";',
    '/assets/c.js': 'import"./entry.js";export const x=1;',
  };
  const html = '<script>import("/assets/entry.js")</script><a href="/assets/none.png"></a>';
  const read = (address: string) => modules[address] ?? assert.fail(`no ${address}`);
  assert.deepEqual(modulesOf(html, read).sort(), Object.keys(modules).sort());
});
