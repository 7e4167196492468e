import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
};

/** A page without its scripts. Its style sheet stands in it already; the sleeping link goes, too. */
function withoutScripts(html: string): string {
  return html
    .replace(/<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link rel="stylesheet"[^>]*>/g, '');
}

/**
 * Serves the built pages as they would be without any script: what the machine and the page's own words
 * allow at best.
 *
 * @param site folder of the built site
 */
export async function serveTwins(
  site: string,
  port: number,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(site, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(`/${relative(site, path)}`, await readFile(path));
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://twin');
    const path = extname(pathname) === '' ? join(pathname, 'index.html') : pathname;
    const content = files.get(path);
    if (!content) return void response.writeHead(404).end();
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
    response.setHeader('cache-control', 'max-age=31536000');
    if (extname(path) !== '.html') return void response.end(content);
    response.setHeader('content-encoding', 'br');
    response.end(await promisify(brotliCompress)(withoutScripts(content.toString())));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
