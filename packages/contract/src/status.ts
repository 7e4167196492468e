import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';

/** How long a part was as it should be, of the minutes that are known. */
const measured = z.object({
  /** From when on it was measured, within the period; null where it was not. */
  since: isoTime.nullable(),
  minutes: z.number().int(),
  /** In percent, 2 decimals, rounded down; null without a minute. */
  up_percent: z.number().nullable(),
});
export type Measured = z.output<typeof measured>;

/** `slow`: it works, later than it should. */
export const partState = z.enum(['up', 'slow', 'down', 'unknown']);
export type PartState = z.output<typeof partState>;

export const serviceStatus = z.object({
  at: isoTime,
  version: z.string(),
  /** When the service last measured itself; null where it never did. */
  measured_at: isoTime.nullable(),
  database: z.object({
    state: partState,
    /** One round trip in ms in the last 24 hours: the median, and what 95 of 100 stayed below. */
    median_ms: z.number().nullable(),
    slow_ms: z.number().nullable(),
  }),
  /** When a bot last sent a closed bar; null where none did within the last days. */
  bars: z.object({ state: partState, last_at: isoTime.nullable() }),
  mail: z.object({ state: partState, waiting_s: z.number().int().nullable() }),
  day: measured,
  ninety_days: measured,
  /** One of each UTC day of the last 90 that was measured, the oldest first. */
  days: z.array(z.object({ day: z.string(), minutes: z.number().int(), up_percent: z.number() })),
  /** The newest time of 3 minutes or more in which something was not as it should be. */
  last_incident: z
    .object({
      part: z.enum(['service', 'database', 'mail']),
      from: isoTime,
      /** null: it goes on. */
      until: isoTime.nullable(),
    })
    .nullable(),
});
export type ServiceStatus = z.output<typeof serviceStatus>;

export const getServiceStatus = defineEndpoint({
  method: 'GET',
  path: '/api/status',
  auth: 'none',
  summary: 'Whether the service is up, with what it measured of itself in the last 90 days',
  reply: z.object({ success: z.literal(true), status: serviceStatus }),
  errors: [],
});
