import { instant } from '@quorate/values/instant';
import { runCli } from '../cli.ts';
import { systemClock } from '../clock.ts';
import { runPaper } from '../paper.ts';
import { streamOutput } from '../report/output.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { sleep } from '../sleep.ts';
import type { BotRun } from './run-bot.ts';

/** How much faster than the world's the clock of a hurried run is. */
const TIMES = 25;

/**
 * Runs the command in this process on a clock on which waits of seconds take moments: for runs that
 * wait for a service again and again.
 */
export async function runHurried(args: readonly string[]): Promise<BotRun> {
  const begun = systemClock.now();
  const written = { stdout: '', stderr: '' };
  const output = streamOutput(
    { write: (text) => (written.stdout += text) },
    { write: (text) => (written.stderr += text) },
  );
  const deps = {
    output,
    clock: { now: () => instant(begun + (systemClock.now() - begun) * TIMES) },
    sleep: (ms: number, signal: AbortSignal) => sleep(ms / TIMES, signal),
    random: () => 0.5,
    fetch,
    hostName: 'test',
    stop: createStopSignal(),
  };
  const exit = await runCli(
    {
      output,
      env: {},
      readStdin: () => Promise.resolve(''),
      runPaper: (options, given) => runPaper(deps, options, given),
    },
    args,
  );
  return { exit, ...written };
}
