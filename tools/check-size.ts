import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DASHBOARD_TABS, dashboardModules } from './finish-site/dashboard-modules.ts';
import { isPublicPage } from './finish-site/public-page.ts';
import { fromRoot } from './root.ts';
import { ensureSite } from './site.ts';
import { budgetFaults, type PageSize } from './size/budget.ts';
import { modulesOf } from './size/modules-of.ts';

/** What a public page loads in all, compressed. */
const BUDGET_BYTES = 112 * 1_024;
/** What the dashboard loads until its tabs can be pressed, and until the open one shows its figures. */
const DASHBOARD_FRAME_BYTES = 120_000;
const DASHBOARD_BYTES = 204_000;
/** Only who signed in or buys pays for these. */
const NOT_PUBLIC = /^\/assets\/(\w\w\/)?(dashboard|security|checkout)-/;

/** Charts and windows are loaded when they are drawn or opened. */
const NOT_ON_DASHBOARD = /^\/assets\/(chart-board|checkout|security)-/;

const say = (line: string) => process.stdout.write(`${line}\n`);
await ensureSite(say);

const site = fromRoot('apps/web/build/client');
const text = (address: string) => readFileSync(join(site, address), 'utf8');
const compressedBytes = (address: string) => readFileSync(join(site, `${address}.br`)).length;

const pages: PageSize[] = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('index.html') && isPublicPage(text(path)))
  .map((path) => {
    const modules = modulesOf(text(path), text);
    const sizes = modules.map((address) => ({ address, bytes: compressedBytes(address) }));
    return { page: `/${dirname(path)}`.replace('/.', '/'), modules: sizes };
  });
const dashboard = dashboardModules({
  page: text('dashboard/index.html'),
  addresses: readdirSync(join(site, 'assets')).map((name) => `/assets/${name}`),
  read: text,
});
const weigh = (page: string, modules: readonly string[]): PageSize => ({
  page,
  modules: modules.map((address) => ({ address, bytes: compressedBytes(address) })),
});
const frame = [weigh('/dashboard until usable', dashboard.frame)];
const tabs = DASHBOARD_TABS.map((tab) =>
  weigh(`/dashboard with ${tab}`, [...dashboard.frame, ...dashboard.parts[tab]]),
);
for (const { page, modules } of [...pages, ...frame, ...tabs]) {
  const bytes = modules.reduce((sum, module) => sum + module.bytes, 0);
  say(
    `${page.padEnd(26)} ${(bytes / 1_024).toFixed(1).padStart(6)} KiB in ${modules.length} modules`,
  );
}
/** A dashboard for everybody: as light as a public page, and made of the dashboard's own parts. */
const DEMO = /^\/(\w\w\/)?demo$/;
/** It tries every call of the API, and has all their schemas. */
const EVERY_CALL = /^\/(\w\w\/)?developers$/;
const faults = [
  ...budgetFaults(
    pages.filter(({ page }) => !DEMO.test(page) && !EVERY_CALL.test(page)),
    { bytes: BUDGET_BYTES, notPublic: NOT_PUBLIC },
  ),
  ...budgetFaults(
    pages.filter(({ page }) => DEMO.test(page)),
    { bytes: BUDGET_BYTES, notPublic: NOT_ON_DASHBOARD },
  ),
  ...budgetFaults(frame, { bytes: DASHBOARD_FRAME_BYTES, notPublic: NOT_ON_DASHBOARD }),
  ...budgetFaults(tabs, { bytes: DASHBOARD_BYTES, notPublic: NOT_ON_DASHBOARD }),
];
for (const fault of faults) say(fault);
if (faults.length > 0) process.exitCode = 1;
