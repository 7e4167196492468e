import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './finish-site/compress-files.ts';
import { finishPage, inlineStyle, withoutFaces } from './finish-site/finish-page.ts';
import { isPublicPage } from './finish-site/public-page.ts';
import { fromRoot } from './root.ts';

/** The router's page for paths without one; the service sends these paths home instead. */
const FALLBACK = '__spa-fallback.html';

const site = process.argv[2] ?? fromRoot('apps/web/build/client');
const read = (path: string) => readFileSync(join(site, path), 'utf8');

rmSync(join(site, FALLBACK), { force: true });
const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.html'),
);
if (pages.length === 0) throw new Error(`there is no page in ${site}`);
for (const page of pages) writeFileSync(join(site, page), finished(page, read(page)));
const { count, bytes, compressed } = await compressFiles(site);
process.stdout.write(
  `Finished ${pages.length} pages; ${count} files of ${kib(bytes)} are ${kib(compressed)} compressed.\n`,
);

/** A page to be read is read before its code loads; one that depends on its reader is nothing without code. */
function finished(page: string, html: string): string {
  if (isPublicPage(html)) return finishPage(html, read);
  // On a slow network the faces would come in place of the dashboard's code.
  return inlineStyle(page.startsWith('dashboard') ? withoutFaces(html) : html, read);
}

function kib(size: number): string {
  return `${(size / 1_024).toFixed(0)} KiB`;
}
