import { BotFault, type ExitCode } from '../bot-fault.ts';
import { createStopSignal, type StopSignal } from '../run/stop-signal.ts';
import type { Timers } from '../timers.ts';

/**
 * Closes everything where no bot runs: a live run that only does that, given up when no terminal comes.
 *
 * @param run a live run that ends when its stop signal comes before the terminal
 * @throws BotFault `terminal` when none came in time
 */
export async function flattenWithin(
  timers: Timers,
  interrupted: AbortSignal,
  waitMs: number,
  run: (stop: StopSignal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const stop = createStopSignal();
  let isLate = false;
  const end = () => stop.stop({ kind: 'interrupted' });
  interrupted.addEventListener('abort', end);
  const callOff = timers.after(waitMs, () => {
    isLate = true;
    end();
  });
  try {
    return await run(stop);
  } catch (error) {
    if (!isLate || !(error instanceof BotFault) || error.code !== 'interrupted') throw error;
    throw new BotFault(
      'terminal',
      `No terminal has dialled in within ${waitMs / 1_000} s: nothing was closed. Start it, or close the positions by hand; their stops stand at the broker.`,
    );
  } finally {
    callOff();
    interrupted.removeEventListener('abort', end);
  }
}
