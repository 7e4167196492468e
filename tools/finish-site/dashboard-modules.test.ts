import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { dashboardModules } from './dashboard-modules.ts';
import { hastenDashboard } from './hasten-dashboard.ts';

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
const FALLBACK =
  '<head><link rel="preload" href="/assets/face.woff2" as="font"/><link rel="modulepreload" href="/assets/manifest-11111111.js"/><link rel="stylesheet"/></head><body></body>';
const site = (addresses = Object.keys(MODULES)) => ({
  fallback: FALLBACK,
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

it('says the same of a page that it was written into', () => {
  const modules = dashboardModules(site());
  const again = dashboardModules({ ...site(), fallback: hastenDashboard(FALLBACK, modules) });
  assert.deepEqual(again, modules);
});

/** What the head of the page asks for on its own, by where it is opened and by whom. */
function askedFor(pathname: string, token: string | undefined): string[] {
  const page = hastenDashboard(FALLBACK, dashboardModules(site()));
  const [, script = ''] = /<script>([\s\S]*)<\/script><link rel="stylesheet"/.exec(page) ?? [];
  const asked: string[] = [];
  runInNewContext(script, {
    location: { pathname },
    document: {
      documentElement: { dataset: { token } },
      createElement: () => ({}),
      head: { append: ({ rel, href }: Record<string, string>) => asked.push(`${rel} ${href}`) },
    },
  });
  return asked;
}

it('has the fallback page send for them at the dashboard of somebody who is signed in', () => {
  const { frame } = dashboardModules(site());
  const modules = frame.map((address) => `modulepreload ${address}`);
  assert.deepEqual(askedFor('/dashboard', ''), modules);
  assert.deepEqual(askedFor('/dashboard/', ''), modules);
});

it('has it send for its faces everywhere else, as before', () => {
  const faces = ['preload /assets/face.woff2'];
  assert.deepEqual(askedFor('/dashboard', undefined), faces);
  assert.deepEqual(askedFor('/login', ''), faces);
});

it('refuses a page of another form', () => {
  const modules = dashboardModules(site());
  assert.throws(() => hastenDashboard('<link rel="stylesheet">', modules), /no faces/);
  assert.throws(
    () => hastenDashboard('<link rel="preload" href="/a.woff2" as="font">', modules),
    /no style sheet/,
  );
});
