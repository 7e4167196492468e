import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './finish-site/compress-files.ts';
import { dashboardModules } from './finish-site/dashboard-modules.ts';
import { finishPage, inlineStyle } from './finish-site/finish-page.ts';
import { hastenDashboard } from './finish-site/hasten-dashboard.ts';
import { fromRoot } from './root.ts';

/** What the router's fallback page is called; it is all script, which must not wait. */
const FALLBACK = '__spa-fallback.html';

const site = process.argv[2] ?? fromRoot('apps/web/build/client');
const read = (path: string) => readFileSync(join(site, path), 'utf8');

const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.html') && path !== FALLBACK,
);
if (pages.length === 0) throw new Error(`there is no page in ${site}`);
for (const page of pages) {
  writeFileSync(
    join(site, page),
    finishPage(read(page), (address) => read(address)),
  );
}
const addresses = readdirSync(join(site, 'assets')).map((name) => `/assets/${name}`);
const fallback = read(FALLBACK);
writeFileSync(
  join(site, FALLBACK),
  inlineStyle(hastenDashboard(fallback, dashboardModules({ fallback, addresses, read })), read),
);
const { count, bytes, compressed } = await compressFiles(site);
process.stdout.write(
  `Finished ${pages.length} pages; ${count} files of ${kib(bytes)} are ${kib(compressed)} compressed.\n`,
);

function kib(size: number): string {
  return `${(size / 1_024).toFixed(0)} KiB`;
}
