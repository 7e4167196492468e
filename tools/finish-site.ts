import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { basePathOf, LANGUAGES } from '@quorate/values/languages';
import { textsOf } from './catalogues/catalogue-file.ts';
import { finishPage, inlineStyle, withoutFaces } from './finish-site/finish-page.ts';
import { manifestIn } from './finish-site/manifest.ts';
import { isPublicPage } from './finish-site/public-page.ts';
import { sitemapOf } from './finish-site/sitemap.ts';
import { workerWithFiles } from './finish-site/worker-files.ts';
import { fromRoot } from './root.ts';

/** Texts that the service sends as they are. Into pages, sitemap and robots it writes its own origin. */
const TEXT = new Set(['.css', '.js', '.json', '.svg', '.webmanifest']);

/**
 * Writes a compressed copy beside every text file that no service changes, called after it with `.br` at the end, so that no
 * service spends time on it.
 *
 * @returns how many there are, and their sizes in bytes before and after
 */
async function compressFiles(
  folder: string,
): Promise<{ count: number; bytes: number; compressed: number }> {
  const names = await readdir(folder, { recursive: true });
  const sums = { count: 0, bytes: 0, compressed: 0 };
  for (const name of names.filter((path) => TEXT.has(extname(path)))) {
    const content = await readFile(join(folder, name));
    const small = await compress(content);
    await writeFile(join(folder, `${name}.br`), small);
    sums.count += 1;
    sums.bytes += content.length;
    sums.compressed += small.length;
  }
  return sums;
}

/** The smallest that Brotli makes of it. */
function compress(content: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

/** The router's page for paths without one; the service sends these paths home instead. */
const FALLBACK = '__spa-fallback.html';

const site = process.argv[2] ?? fromRoot('apps/web/build/client');
const read = (path: string) => readFileSync(join(site, path), 'utf8');

rmSync(join(site, FALLBACK), { force: true });
const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.html'),
);
if (pages.length === 0) throw new Error(`there is no page in ${site}`);
writeFileSync(join(site, 'sitemap.xml'), sitemapOf(pages.map(read)));
for (const page of pages) writeFileSync(join(site, page), finished(page, read(page)));
for (const language of LANGUAGES.filter((each) => each !== 'en'))
  writeFileSync(
    join(site, basePathOf(language), 'site.webmanifest'),
    manifestIn(language, read('site.webmanifest'), textsOf(language)),
  );
writeFileSync(
  join(site, 'worker.js'),
  workerWithFiles(
    read('worker.js'),
    Object.fromEntries(
      LANGUAGES.map((language) => [
        language,
        readdirSync(join(site, 'assets', language === 'en' ? '' : language)),
      ]),
    ),
  ),
);
const { count, bytes, compressed } = await compressFiles(site);
process.stdout.write(
  `Finished ${pages.length} pages; ${count} files of ${kib(bytes)} are ${kib(compressed)} compressed.\n`,
);

/** A page to be read is read before its code loads; one that depends on its reader is nothing without code. */
function finished(page: string, html: string): string {
  if (isPublicPage(html)) return finishPage(html, read);
  // On a slow network the faces would come in place of the dashboard's code.
  return inlineStyle(/^(\w\w[/\\])?dashboard/.test(page) ? withoutFaces(html) : html, read);
}

function kib(size: number): string {
  return `${(size / 1_024).toFixed(0)} KiB`;
}
