import { isoTime } from '@quorate/contract/fields';
import { z } from 'zod';

/**
 * What the bot of one configuration is doing. `waiting`: it runs and the terminal is not there.
 * `restarting`: it ended by itself and is started again. `failed`: it ended and is left ended; `message` says why.
 */
const RUN_PHASES = [
  'stopped',
  'starting',
  'waiting',
  'running',
  'stopping',
  'restarting',
  'failed',
] as const;

export const runState = z.object({
  phase: z.enum(RUN_PHASES),
  /** One sentence for people; null where the phase says everything. */
  message: z.string().nullable(),
  /** When the phase began. */
  since: isoTime,
  /** Opens nothing new until it is let go on. */
  halted: z.boolean(),
  /** Everything is being closed. */
  flattening: z.boolean(),
  /** Of the account, in its currency; null before the terminal has told. */
  equity: z.number().nullable(),
  balance: z.number().nullable(),
  currency: z.string().nullable(),
  /** null while nobody has named them: positions of a bot that does not run may well be open. */
  open_positions: z.int().min(0).nullable(),
  /** null while it is not known. */
  trades_today: z.int().min(0).nullable(),
  /** When the next bar closes; null while none is waited for. */
  next_bar_at: isoTime.nullable(),
});
export type RunState = z.output<typeof runState>;

/** What is told of a bot that has told nothing itself. */
export const NOTHING_KNOWN = {
  halted: false,
  flattening: false,
  equity: null,
  balance: null,
  currency: null,
  open_positions: null,
  trades_today: null,
  next_bar_at: null,
} as const satisfies Partial<RunState>;

/** Phases in which a process is at work. */
export const AT_WORK: ReadonlySet<RunState['phase']> = new Set([
  'starting',
  'waiting',
  'running',
  'stopping',
  'restarting',
]);
