import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, uuid } from './fields.ts';
import { pageQuery, pagination } from './reply.ts';

/** The entries of one account, or of all accounts together. */
export const recordStream = z.object({
  /** What the log calls it. */
  id: z.string(),
  /** null for what concerns all accounts, and for an account that was deleted. */
  account: z.object({ account_id: uuid, server: z.string(), login: z.string() }).nullable(),
  entries: z.number().int(),
  last_at: isoTime,
});
export type RecordStream = z.output<typeof recordStream>;

/** A log that others can check: its newest signed tree. */
export const recordLog = z.object({
  /** What it is called, wherever it moves. */
  origin: z.string(),
  /** As people hand it on: name, id and key (C2SP signed-note). */
  key: z.string(),
  /** Entries of everybody. */
  size: z.number().int(),
  /** null before the first entry. */
  signed_at: isoTime.nullable(),
  /** Names of the witnesses that have cosigned it. */
  witnesses: z.array(z.string()),
});
export type RecordLog = z.output<typeof recordLog>;

export const getRecord = defineEndpoint({
  method: 'GET',
  path: '/api/user/record',
  auth: 'user_or_device',
  summary: 'What is on record of each account, and the log that it is in',
  query: z.object(pageQuery),
  reply: z.object({
    success: z.literal(true),
    /** Those with the newest entry first. */
    streams: z.array(recordStream),
    pagination,
    log: recordLog,
    /** Whether there is a decision ledger of before the record, which is a file of its own. */
    has_ledger: z.boolean(),
  }),
  errors: ['unauthorized', 'validation_failed'],
});
export type RecordOverview = z.output<typeof getRecord.reply>;

/** One JSON document a line: whose it is, every entry with its proof, and the signed tree. */
export const downloadRecord = defineEndpoint({
  method: 'GET',
  path: '/api/user/record/file',
  auth: 'user_or_device',
  summary: 'The user’s record as a file that anybody can verify without the service',
  query: z.object({
    /** Of one account; all of them where it is left out. */
    account_id: uuid.optional(),
  }),
  reply: z.unknown(),
  file: true,
  errors: ['unauthorized', 'validation_failed', 'not_found', 'rate_limited'],
  timeoutMs: 300_000,
});
