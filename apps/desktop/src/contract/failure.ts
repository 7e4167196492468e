import { z } from 'zod';

/**
 * Why the host did not do it. `message` is one sentence for the person, with the limit and the actual value;
 * `fields` names what is wrong in a form, by the path of the field (`risk.maximum_daily_trades`).
 */
export const localFailure = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type LocalFailure = z.output<typeof localFailure>;

/** A change that was carried out and has nothing to tell: the stream of the state follows. */
export const done = z.object({ done: z.literal(true) });
