import { Socket } from 'node:net';
import {
  listImports as listCall,
  removeImport as removeCall,
} from '@quorate/contract/import-records';
import {
  IMPORT_BYTES_MAX,
  importTrades as importCall,
  previewImport as previewCall,
} from '@quorate/contract/trade-import';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Limits } from '../../config/limits.ts';
import { validationError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import { listImports, type RecordDeps, removeImport } from './import-records.service.ts';
import { type ImportDeps, importTrades, previewImport } from './imports.service.ts';
import { reportQueue } from './report-queue.ts';

const HOUR_MS = 3_600_000;

export function registerImportRecords(route: Route, deps: RecordDeps & { limits: Limits }): void {
  const limit = deps.limits.tradeImports;
  const removals = {
    what: 'import_removal',
    limit,
    windowMs: HOUR_MS,
    words: `${limit} removals an hour`,
  };
  route(listCall, async ({ query }, { user }) => ({
    success: true,
    ...(await listImports(deps, user.id, query)),
  }));
  route(removeCall, async ({ params }, { user }) => {
    await countAgainst(deps, removals, user.id);
    return { success: true, ...(await removeImport(deps, user.id, params.import_id)) };
  });
}

/**
 * The calls whose body is a file. Only they take bytes, and bytes are all they take: any other body is
 * let through unread, and refused.
 */
export function registerImports(
  app: FastifyInstance,
  routeOf: (app: FastifyInstance) => Route,
  deps: ImportDeps & { limits: Limits },
): void {
  const limit = deps.limits.tradeImports;
  const reads = { what: 'import', limit, windowMs: HOUR_MS, words: `${limit} reports an hour` };
  void app.register(async (inside) => {
    inside.removeAllContentTypeParsers();
    inside.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: IMPORT_BYTES_MAX },
      async (_request: unknown, bytes: Buffer) => bytes,
    );
    inside.addContentTypeParser('*', async (_request: unknown, payload: NodeJS.ReadableStream) => {
      payload.resume();
      return null;
    });
    // Before the body is received: a place is what bounds the memory for bodies, too.
    inside.addHook('preParsing', async ({ signedIn }, reply) => {
      if (signedIn) reply.raw.once('close', reportQueue.takePlace(signedIn.id));
    });
    const route = routeOf(inside);
    route(previewCall, async ({ query }, { user, request, gone }) => {
      const file = fileOf(request);
      await countAgainst(deps, reads, user.id);
      const caller = { userId: user.id, gone };
      return { success: true, ...(await previewImport(deps, caller, query, file)) };
    });
    route(importCall, async ({ query }, { user, request, gone }) => {
      const file = fileOf(request);
      await countAgainst(deps, reads, user.id);
      const caller = { userId: user.id, gone };
      return { success: true, ...(await importTrades(deps, caller, query, file)) };
    });
  });
}

/** @throws AppError validation_failed for a body that is no file */
function fileOf({ body, raw }: FastifyRequest): Uint8Array {
  // Nothing is said while a large report is read, and a silent connection is closed after a minute.
  if (raw.socket instanceof Socket) raw.socket.setTimeout(importCall.timeoutMs);
  if (Buffer.isBuffer(body)) return body;
  const message = 'Send the report itself, as application/octet-stream';
  throw validationError([{ field: 'body', message }]);
}
