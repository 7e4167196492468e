import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { LocalFault } from '../local-fault.ts';

const YEAR_S = 31_536_000;

/**
 * Serves the built interface, which holds nothing secret: each of its files under its own name, so that no
 * path leads out of the folder, and its page for every other path that a window may be at.
 */
export async function serveInterface(app: FastifyInstance, folder: string): Promise<void> {
  const page = join(folder, 'index.html');
  if (existsSync(page)) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      decorateReply: false,
      cacheControl: false,
      setHeaders(reply, path) {
        // Names of built files carry the hash of what is in them.
        const isNamedByContent = /[\\/]assets[\\/]/.test(path);
        void reply.header(
          'cache-control',
          isNamedByContent ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = request.method === 'GET' && !/^\/(api|assets|session)(\/|$)/.test(path);
    if (!isPage) throw new LocalFault('not_found', 'The app has nothing at this address.');
    if (!existsSync(page)) {
      return reply
        .code(500)
        .type('text/plain; charset=utf-8')
        .send('The interface is missing from this copy of the app. Install the app again.\n');
    }
    return reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(readFileSync(page));
  });
}
