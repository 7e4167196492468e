import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

/** An import that stored something. It stays listed when its trades are removed. */
export const importRecord = z.object({
  import_id: uuid,
  file_name: z.string(),
  account: z.object({ login: z.string(), server: z.string() }),
  imported_at: isoTime,
  /** Trades that it stored. */
  created: z.int(),
  /** Of them: taken out again. */
  removed: z.int(),
  /** When they were; null while they stand. */
  removed_at: isoTime.nullable(),
});
export type ImportRecord = z.output<typeof importRecord>;

export const listImports = defineEndpoint({
  method: 'GET',
  path: '/api/user/imports',
  auth: 'user',
  summary: 'Imports that stored trades, the newest first',
  query: z.object(pageQuery),
  reply: z.object({ success: z.literal(true), imports: z.array(importRecord), pagination }),
  errors: ['unauthorized', 'validation_failed'],
});

export const removeImport = defineEndpoint({
  method: 'POST',
  path: '/api/user/imports/:import_id/remove',
  auth: 'user',
  summary:
    'Removes the trades that an import stored and nothing has replaced since; again, it removes nothing',
  params: z.object({ import_id: uuid }),
  reply: z.object({
    success: z.literal(true),
    /** By this call. */
    removed: z.int(),
    /** Trades that stay, because the bot has sent them since. */
    kept: z.int(),
  }),
  errors: ['unauthorized', 'validation_failed', 'not_found', 'rate_limited', 'storage_full'],
  timeoutMs: 120_000,
});
