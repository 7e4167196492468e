import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime, uuid } from './fields.ts';

/** What a copy of the service says of itself, every few seconds. */
export const instanceFigures = z.object({
  uptime_s: z.number().min(0),
  rss_mb: z.number().min(0),
  heap_mb: z.number().min(0),
  /** 99th percentile since it last said so. */
  loop_lag_ms: z.number().min(0),
  /** Since it started. */
  requests: z.number().min(0),
  /** Answers of 500 and above among them. */
  errors: z.number().min(0),
  /** The newest migration that its code knows. */
  schema: z.string(),
});
export type InstanceFigures = z.output<typeof instanceFigures>;

/** `look`: it works, and somebody should see why. `broken`: something that is promised does not happen. */
export const healthVerdict = z.enum(['fine', 'look', 'broken']);
export type HealthVerdict = z.output<typeof healthVerdict>;

export const healthCheck = z.object({
  key: z.string(),
  label: z.string(),
  verdict: healthVerdict,
  /** With the figures. */
  says: z.string(),
  /** null where nothing is to be done. */
  todo: z.string().nullable(),
});
export type HealthCheck = z.output<typeof healthCheck>;

export const serviceCopy = z.object({
  id: uuid,
  host: z.string(),
  pid: z.number().int(),
  version: z.string(),
  started_at: isoTime,
  seen_at: isoTime,
  verdict: healthVerdict,
  /** null: it said something that this version cannot read. */
  figures: instanceFigures.nullable(),
});
export type ServiceCopy = z.output<typeof serviceCopy>;

export const serviceJob = z.object({
  name: z.string(),
  verdict: healthVerdict,
  outcome: z.enum(['ok', 'failed']).nullable(),
  last_error: z.string().nullable(),
  started_at: isoTime.nullable(),
  finished_at: isoTime.nullable(),
  next_at: isoTime,
  /** Host and process of the copy that does it now; null: nobody. */
  held_by: z.string().nullable(),
  runs: z.number().int(),
  failures: z.number().int(),
});
export type ServiceJob = z.output<typeof serviceJob>;

export const getServiceHealth = defineEndpoint({
  method: 'GET',
  path: '/api/admin/health',
  auth: 'admin',
  summary: 'How the service is doing: copies, jobs, database, queues, bots, each with a verdict',
  reply: z.object({
    success: z.literal(true),
    /** By the clock of the copy that answered. */
    at: isoTime,
    /** The worst of all below. */
    verdict: healthVerdict,
    checks: z.array(healthCheck),
    copies: z.array(serviceCopy),
    jobs: z.array(serviceJob),
    /** Whose records grow fastest, the fastest first. */
    growing: z.array(
      z.object({
        user_id: uuid,
        username: z.string(),
        /** Entries in the last full UTC day. */
        entries_day: z.number().int(),
        entries: z.number().int(),
      }),
    ),
    database: z.object({
      kind: z.string(),
      version: z.string(),
      size_bytes: z.number().int(),
      schema: z.string(),
      /** Largest first. Rows are the planner's estimate; null: it has made none. */
      tables: z.array(
        z.object({
          name: z.string(),
          size_bytes: z.number().int(),
          rows: z.number().int().nullable(),
        }),
      ),
    }),
  }),
  errors: ['unauthorized', 'operator_only'],
});
