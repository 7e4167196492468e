import { BotFault, type ExitCode } from '../bot-fault.ts';
import { createStopSignal, type StopSignal } from '../run/stop-signal.ts';
import type { Timers } from '../timers.ts';

/**
 * Closes everything where no bot runs: a live run that only does that, given up when no terminal comes, or
 * one that came does not let go.
 *
 * @param waitMs for the terminal, and again for the closing
 * @param run a live run that ends when its stop signal comes; it tells when the terminal has come
 * @throws BotFault `terminal` when none came in time, or with what is still open
 */
export async function flattenWithin(
  timers: Timers,
  interrupted: AbortSignal,
  waitMs: number,
  run: (stop: StopSignal, came: () => void) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stop = createStopSignal();
  let isLate = false;
  let isThere = false;
  const end = () => stop.stop({ kind: 'interrupted' });
  interrupted.addEventListener('abort', end);
  const late = () => {
    isLate = true;
    end();
  };
  let callOff = timers.after(waitMs, late);
  const came = () => {
    if (isThere) return;
    isThere = true;
    callOff();
    callOff = timers.after(waitMs, late);
  };
  try {
    return await run(stop, came);
  } catch (error) {
    if (!isLate || !(error instanceof BotFault) || error.code !== 'interrupted') throw error;
    if (isThere) throw new BotFault('terminal', `After ${waitMs / 1_000} s: ${error.message}`);
    throw new BotFault(
      'terminal',
      `No terminal with the account of the profile has dialled in within ${waitMs / 1_000} s: nothing was closed. Start it, or close the positions by hand; their stops stand at the broker.`,
    );
  } finally {
    callOff();
    interrupted.removeEventListener('abort', end);
  }
}
