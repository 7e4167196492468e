import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dashboardModules } from './dashboard-modules.ts';

const routes = {
  root: { path: '', module: '/assets/root-11111111.js' },
  'app/layout': { parentId: 'root', module: '/assets/layout-11111111.js' },
  'app/routes/dashboard': {
    path: 'dashboard',
    parentId: 'app/layout',
    module: '/assets/dashboard-11111111.js',
  },
  'app/routes/home': { parentId: 'app/layout', module: '/assets/home-11111111.js' },
};
const MODULES: Record<string, string> = {
  '/assets/manifest-11111111.js': `window.__reactRouterManifest=${JSON.stringify({ entry: { module: '/assets/entry-11111111.js' }, routes })};`,
  '/assets/entry-11111111.js': '',
  '/assets/root-11111111.js': '',
  '/assets/layout-11111111.js': 'import"./react-11111111.js";',
  '/assets/dashboard-11111111.js':
    'import"./react-11111111.js";import("./dashboard-overview-11111111.js");',
  '/assets/dashboard-overview-11111111.js':
    'import"./react-11111111.js";import"./client-11111111.js";import("./dialog-11111111.js");',
  '/assets/dashboard-statistics-11111111.js': 'import"./client-11111111.js";',
  '/assets/dashboard-history-11111111.js': '',
  '/assets/dashboard-live-11111111.js': '',
  '/assets/dashboard-notices-11111111.js': '',
  '/assets/client-11111111.js': '',
  '/assets/dialog-11111111.js': '',
  '/assets/react-11111111.js': '',
  '/assets/home-11111111.js': '',
};
const PAGE = '<link rel="modulepreload" href="/assets/manifest-11111111.js"/>';
const site = (addresses = Object.keys(MODULES)) => ({
  page: PAGE,
  addresses,
  read: (address: string) => MODULES[address] ?? assert.fail(`no ${address}`),
});
const short = (addresses: readonly string[]) =>
  addresses.map((address) => address.slice('/assets/'.length, -'-11111111.js'.length)).sort();

it('knows what the tabs need, and what each of them shows after that', () => {
  const { frame, parts } = dashboardModules(site());
  assert.deepEqual(short(frame), ['dashboard', 'entry', 'layout', 'manifest', 'react', 'root']);
  const beside = ['dashboard-live', 'dashboard-notices'];
  assert.deepEqual(short(parts.overview), ['client', ...beside, 'dashboard-overview'].sort());
  assert.deepEqual(short(parts.statistics), ['client', ...beside, 'dashboard-statistics'].sort());
  assert.deepEqual(short(parts.history), [...beside, 'dashboard-history'].sort());
});

it('takes a part that is not there, or no part of its own any more, for a fault', () => {
  const without = Object.keys(MODULES).filter((address) => !address.includes('history'));
  assert.throws(() => dashboardModules(site(without)), /0 modules are called dashboard-history/);
});
