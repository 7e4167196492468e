import { z } from 'zod';

/** How a copy of the service begins and ends. */
export type ProcessSettings = Readonly<{
  /** Told to end, it goes on taking requests for so long, and says that it is not ready. */
  drainMs: number;
  /** Then what runs may take so long to finish. */
  finishMs: number;
  /** Whether a start brings the database to the newest schema. */
  migrates: boolean;
}>;

export const PROCESS_ENVIRONMENT = {
  SHUTDOWN_DRAIN_S: seconds(0, 120).default(0),
  SHUTDOWN_TIMEOUT_S: seconds(1, 600).default(60),
  MIGRATE: z.enum(['on', 'off'], { error: 'must be on or off' }).default('on'),
};

type ProcessEnvironment = z.output<z.ZodObject<typeof PROCESS_ENVIRONMENT>>;

export function processFrom(env: ProcessEnvironment): ProcessSettings {
  return {
    drainMs: env.SHUTDOWN_DRAIN_S * 1_000,
    finishMs: env.SHUTDOWN_TIMEOUT_S * 1_000,
    migrates: env.MIGRATE === 'on',
  };
}

function seconds(min: number, max: number) {
  return z.coerce
    .number({ error: 'must be a number of seconds' })
    .int('must be a whole number of seconds')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);
}
