import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { fillPlaces, type SiteSettings } from '@quorate/contract/site-settings';
import { basePathOf, LANGUAGES, type Language } from '@quorate/values/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { i18nOf } from '../words/i18n.ts';
import { AppError } from './app-error.ts';
import { type CheckoutOrigins, pagePolicy, withOrigins } from './page-policy.ts';

/** The built site, held in memory: a public page costs no disk read. */
export type Site = {
  find(path: string): SiteFile | undefined;
};

export type SiteFile = {
  body: Buffer;
  brotli: () => Promise<Buffer>;
  type: string;
  etag: string;
  immutable: boolean;
  /** Content security policy of a page; other files need none of their own. */
  policy: string | undefined;
  /** What a page may share with windows that it opens; by itself nothing. */
  openerPolicy?: string;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = /^(text\/|application\/(json|xml|manifest)|image\/svg)/;

/** The build leaves a file compressed beside it, under its own name and this. */
const COMPRESSED = '.br';

/** The best takes a hundred times as long for a tenth less, and that at every start, for every page. */
const QUALITY = 6;

/** Texts with places for settings; scripts and styles have none, their names are made from their content. */
const HAS_PLACES = /\.(html|xml|txt|webmanifest)$/;

/**
 * Reads the built site. An absent folder is an empty site: the API works without one.
 *
 * @param settings what its pages are filled with
 */
export async function loadSite(folder: string, settings: SiteSettings): Promise<Site> {
  const files = new Map<string, SiteFile>();
  const pages: SiteFile[] = [];
  const https = settings.origin.startsWith('https://');
  const settingsAt = (url: string): SiteSettings => {
    const language = LANGUAGES.find((each) => basePathOf(each) === inLanguage(url).base) ?? 'en';
    return { ...settings, tagline: i18nOf(language).say(settings.tagline) };
  };
  for (const path of await filesBelow(folder)) {
    if (extname(path) === COMPRESSED) continue;
    const url = `/${relative(folder, path).split(sep).join('/')}`;
    const content = await readFile(path);
    const body = HAS_PLACES.test(url)
      ? Buffer.from(fillPlaces(listed(url, content.toString(), settings), settingsAt(url)))
      : content;
    const built = body.equals(content) ? await readIfThere(`${path}${COMPRESSED}`) : undefined;
    const file = toSiteFile(url, body, built);
    files.set(url, file);
    if (url === WORKER) file.policy = "default-src 'none'; connect-src 'self'";
    if (RECORD_WORKER.test(url))
      file.policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
    if (extname(url) !== '.html') continue;
    file.policy = pagePolicy(body.toString(), { https });
    pages.push(file);
  }
  void compressAll(pages);
  return {
    find: (path) => {
      const { base, page } = inLanguage(path);
      const shown = ADMIN.test(page)
        ? '/admin'
        : page.replace(STORY, '$1/decisions').replace(/\/$/, '');
      return files.get(path) ?? files.get(`${base}${shown}/index.html`);
    },
  };
}

/** Before anybody asks: the first reader must not wait. One by one: all at once leave 40 MB of memory behind. */
async function compressAll(pages: readonly SiteFile[]): Promise<void> {
  for (const page of pages) await page.brotli();
}

/** Which page an address means, and what stands before it in its language. @example '/es/demo' is '/demo' in '/es' */
function inLanguage(path: string): Readonly<{ base: string; page: string }> {
  const base = LANGUAGES.map(basePathOf).find(
    (each) => each !== '' && (path === each || path.startsWith(`${each}/`)),
  );
  return base ? { base, page: path.slice(base.length) || '/' } : { base: '', page: path };
}

/** A sitemap without the page of the demo where there is none. */
function listed(url: string, text: string, { demo }: SiteSettings): string {
  return url === '/sitemap.xml' && demo === '' ? text.replace(/^.*\/demo<\/loc>.*\n/gm, '') : text;
}

/** The router reads what follows in the address of the back office; every other page has one address. */
const ADMIN = /^\/admin\//;

/** One page for each of the two: which story it shows, the router reads in the address. */
const STORY = /^(\/dashboard|\/demo)\/(decisions|trades)\/.+$/;

/** The worker of the site, which reads its files for a time without a network and does nothing else. */
const WORKER = '/worker.js';

/** The worker that verifies records: it loads the rest of its code for stamps of time, and reads public records from here. */
const RECORD_WORKER = /^\/assets\/(?:[a-z]+\/)?record-worker-[\w-]+\.js$/;

/** The page of the live demo, which only some services have. */
const DEMO = /^\/demo(\/.*)?$/i;

/** One page for all public records: which one it shows, the service says in its head. */
const RECORD = /^\/record(?:\/([^/]*))?\/?(.*)$/i;
/** Where the build leaves it; its head has places for what is said of a record. */
const RECORD_PAGE = '/record/name';

/** What the service knows of public records. */
export type RecordPages = Readonly<{
  /** What fills the places of a page's head, safe in markup; null for a name that shows nothing. */
  head(
    name: string,
    language: Language,
  ): Promise<Readonly<{ places: Readonly<Record<string, string>>; listed: boolean }> | null>;
}>;

/** The one page that loads from the payment provider. Search parameters are no part of it. */
const CHECKOUT = /^\/checkout\/?$/;

/**
 * Serves the site for every GET that no call of the contract takes.
 *
 * @param of.checkoutOrigins the payment provider's hosts, for the checkout alone; none where nothing is sold
 * @param of.demo whether there is a live demo; its page is not found otherwise
 */
export function registerSite(
  app: FastifyInstance,
  site: Site,
  {
    checkoutOrigins,
    demo,
    records,
  }: Readonly<{
    checkoutOrigins: CheckoutOrigins | undefined;
    demo: boolean;
    records: RecordPages;
  }>,
): void {
  const checkouts = new Map<string, SiteFile>();
  for (const base of LANGUAGES.map(basePathOf)) {
    const built = site.find(`${base}/checkout`);
    if (built && checkoutOrigins) checkouts.set(base, checkoutPage(built, checkoutOrigins));
  }
  app.setNotFoundHandler(async (request, reply) => {
    const path = decodePath(request.url);
    const readable = request.method === 'GET' || request.method === 'HEAD';
    if (!readable || path === undefined || path.startsWith('/api/') || path.startsWith('/dev/')) {
      throw new AppError('not_found');
    }
    const { base, page } = inLanguage(path);
    if (!demo && DEMO.test(page)) throw new AppError('not_found');
    const record = RECORD.exec(page);
    if (record) {
      const [, name = '', rest = ''] = record;
      const built = site.find(base + RECORD_PAGE);
      const head = rest === '' ? await records.head(name, languageOf(base)) : null;
      if (built && head) return sendRecord(request, reply, filled(built, head.places), head.listed);
      return redirectHome(reply, site, path, request.url);
    }
    const file = (CHECKOUT.test(page) && checkouts.get(base)) || site.find(path);
    if (file) return sendFile(request, reply, file);
    // Only somebody who looks for secrets asks for these: /.env, /.git/config.
    if (/(^|[/\\])\./.test(path)) throw new AppError('not_found');
    // A missing asset must not answer with a page: the browser would run HTML as a script.
    if (extname(path) !== '' && path.startsWith('/assets/')) throw new AppError('not_found');
    return redirectHome(reply, site, path, request.url);
  });
}

function redirectHome(reply: FastifyReply, site: Site, path: string, url: string): FastifyReply {
  if (site.find('/')) return reply.redirect(addressInstead(site, path, url));
  return reply
    .status(503)
    .type('text/plain; charset=utf-8')
    .send('The site is not built yet. Run "npm run build", then start again.\n');
}

function languageOf(base: string): Language {
  return LANGUAGES.find((each) => basePathOf(each) === base) ?? 'en';
}

/** The built page for one record: its places stand in attributes, and in data that nobody runs. */
function filled(page: SiteFile, places: Readonly<Record<string, string>>): SiteFile {
  const text = page.body
    .toString()
    .replaceAll(/\{\{(record\w+)\}\}/g, (place, name: string) => places[name] ?? place);
  const { policy, openerPolicy } = page;
  const file = toSiteFile('/record.html', Buffer.from(text), undefined);
  return { ...file, policy, ...(openerPolicy && { openerPolicy }) };
}

/** Nobody keeps it: from the moment on in which a record is taken back, its page is nowhere. */
function sendRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  listed: boolean,
): Promise<FastifyReply> {
  if (!listed) reply.header('x-robots-tag', 'noindex');
  return sendFile(request, reply, file, 'no-store');
}

/** Home in its language, as the router does for any other path; the page's own address where only case differs. */
function addressInstead(site: Site, path: string, url: string): string {
  const lower = path.toLowerCase();
  if (lower === path || !/^\/[a-z]/.test(lower) || !site.find(lower)) {
    const home = `${inLanguage(lower).base}/`;
    return site.find(home) ? home : '/';
  }
  const query = url.indexOf('?');
  return query === -1 ? lower : `${lower}${url.slice(query)}`;
}

/** The checkout with a policy of its own; the very same where nothing is sold. */
function checkoutPage(page: SiteFile, origins: CheckoutOrigins): SiteFile {
  const policy = withOrigins(page.policy ?? '', origins);
  if (policy === page.policy) return page;
  return {
    ...page,
    policy,
    // Banks and wallets open windows from the provider's frame, and answer through them.
    openerPolicy: 'same-origin-allow-popups',
    // A browser that kept the page would keep its policy, too.
    etag: tagOf(`${page.etag}${policy}`),
  };
}

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  caching = file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
): Promise<FastifyReply> {
  reply
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', caching)
    .type(file.type);
  if (file.policy !== undefined) reply.header('content-security-policy', file.policy);
  if (file.openerPolicy) reply.header('cross-origin-opener-policy', file.openerPolicy);
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
  if (COMPRESSIBLE.test(file.type) && /\bbr\b/.test(request.headers['accept-encoding'] ?? '')) {
    return reply.header('content-encoding', 'br').send(await file.brotli());
  }
  return reply.send(file.body);
}

function toSiteFile(url: string, body: Buffer, built: Buffer | undefined): SiteFile {
  let compressed = built && Promise.resolve(built);
  return {
    body,
    brotli: () => {
      compressed ??= promisify(brotliCompress)(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
          [constants.BROTLI_PARAM_LGWIN]: windowBits(body.length),
        },
      });
      return compressed;
    },
    type: TYPES[extname(url)] ?? 'application/octet-stream',
    etag: tagOf(body),
    // The build puts a hash of the content into the names of everything under /assets.
    immutable: url.startsWith('/assets/'),
    policy: undefined,
  };
}

/** The least window that holds all of it: a larger one takes memory and saves nothing. */
function windowBits(bytes: number): number {
  return Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), 16), 22);
}

function tagOf(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function decodePath(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    return undefined;
  }
}
