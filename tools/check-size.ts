import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fromRoot } from './root.ts';
import { ensureSite } from './site.ts';
import { budgetFaults, type PageSize } from './size/budget.ts';
import { modulesOf } from './size/modules-of.ts';

/** What a public page loads in all, compressed. */
const BUDGET_BYTES = 105 * 1_024;
/** Only who signed in or buys pays for these. */
const NOT_PUBLIC = /^\/assets\/(dashboard|security|checkout)-/;

const say = (line: string) => process.stdout.write(`${line}\n`);
await ensureSite(say);

const site = fromRoot('apps/web/build/client');
const text = (address: string) => readFileSync(join(site, address), 'utf8');
const compressedBytes = (address: string) => readFileSync(join(site, `${address}.br`)).length;

const pages: PageSize[] = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('index.html'))
  .map((path) => {
    const modules = modulesOf(text(path), text);
    const sizes = modules.map((address) => ({ address, bytes: compressedBytes(address) }));
    return { page: `/${dirname(path)}`.replace('/.', '/'), modules: sizes };
  });
for (const { page, modules } of pages) {
  const bytes = modules.reduce((sum, module) => sum + module.bytes, 0);
  say(
    `${page.padEnd(10)} ${(bytes / 1_024).toFixed(1).padStart(6)} KiB in ${modules.length} modules`,
  );
}
const faults = budgetFaults(pages, { bytes: BUDGET_BYTES, notPublic: NOT_PUBLIC });
for (const fault of faults) say(fault);
if (faults.length > 0) process.exitCode = 1;
