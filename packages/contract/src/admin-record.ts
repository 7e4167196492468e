import { z } from 'zod';
import { healthCheck, healthVerdict } from './admin-health.ts';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';

/** Another operator's machine that cosigns the log. */
export const recordWitness = z.object({
  name: z.string(),
  address: z.string(),
  verdict: healthVerdict,
  /** The largest tree that it has cosigned; null: none yet. */
  size: z.number().int().nullable(),
  cosigned_at: isoTime.nullable(),
  /** Its newest failure since it last cosigned; null where there is none. */
  failed_at: isoTime.nullable(),
  failure: z.string().nullable(),
  /** What to do about it; null where nothing is to be done. */
  todo: z.string().nullable(),
});
export type RecordWitness = z.output<typeof recordWitness>;

/** What an authority of time said of the log last. */
export const recordStamp = z.object({
  /** null: it has stamped nothing yet. */
  stamped_at: isoTime.nullable(),
  size: z.number().int().nullable(),
  failed_at: isoTime.nullable(),
  failure: z.string().nullable(),
});

export const recordKeyChange = z.object({
  since: isoTime,
  key: z.string(),
  /** Whether the key before has signed it, so that trust in that one leads here; null of the first key. */
  vouched: z.boolean().nullable(),
});
export type RecordKeyChange = z.output<typeof recordKeyChange>;

export const getAdminRecord = defineEndpoint({
  method: 'GET',
  path: '/api/admin/record',
  auth: 'admin',
  summary:
    'How the log of the record does: what waits for it, its checkpoint, key, witnesses and stamp',
  reply: z.object({
    success: z.literal(true),
    /** By the clock of the copy that answered. */
    at: isoTime,
    /** The worst of the checks. */
    verdict: healthVerdict,
    checks: z.array(healthCheck),
    log: z.object({
      /** What the log is called. */
      name: z.string(),
      entries: z.number().int(),
      /** Entries that are not in it yet; at most 100,000 are counted. */
      waiting: z.number().int(),
      /** When the oldest of them was made. */
      waiting_since: isoTime.nullable(),
      /** null before the first one. */
      checkpoint: z.object({ size: z.number().int(), signed_at: isoTime }).nullable(),
    }),
    key: z.object({
      /** As people hand it on: name, id and key. */
      text: z.string(),
      /** 8 hex digits. */
      id: z.string(),
      /** Whether this copy may sign: false where its SECRET_KEY is another one. */
      may_sign: z.boolean(),
      /** What it would sign with; null where that is the same key. */
      other: z.string().nullable(),
      /** Newest first, 20 at most. */
      changes: z.array(recordKeyChange),
    }),
    witnesses: z.array(recordWitness),
    /** null: no authority of time was ever asked. */
    stamp: recordStamp.nullable(),
  }),
  errors: ['unauthorized', 'operator_only'],
});
