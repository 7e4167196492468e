import { EXIT } from '@quorate/bot/bot-fault';

const AGAIN_MS = 1_000;
const AGAIN_MOST_MS = 60_000;
/** One that ran for so long begins to wait from the start again. */
export const STEADY_MS = 60_000;

/** No waiting mends these: whoever owns the bot has to do something. */
const FINAL: ReadonlySet<string> = new Set([
  'usage',
  'profile',
  'vault',
  'terminal',
  'run_damaged',
  'sign_in_refused',
  'signed_out',
]);

/** These may: after a power cut the terminal is still signing in, or nobody has unlocked the vault. */
const PASSING: ReadonlySet<string> = new Set(['terminal', 'vault']);

/**
 * Whether a bot that ended by itself is left ended.
 *
 * @param code of its fault; null where it left none behind
 * @param exit of its process; null where it was killed, or nobody saw
 * @param isAgain it ran before, and may have left something open
 */
export function isFinal(code: string | null, exit: number | null, isAgain: boolean): boolean {
  if (code === null) return exit === EXIT.badInput;
  return FINAL.has(code) && !(isAgain && PASSING.has(code));
}

/** Milliseconds before it is started again. @param failures in a row, from 1 */
export function waitBefore(failures: number): number {
  return Math.min(AGAIN_MS * 2 ** (failures - 1), AGAIN_MOST_MS);
}
