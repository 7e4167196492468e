import { instant } from '@quorate/values/instant';
import { runCli } from '../cli.ts';
import { systemClock } from '../clock.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import { botCommands } from '../command-line/commands.ts';
import { streamOutput } from '../report/output.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { sleep, systemTimers } from '../timers.ts';
import { fileVault } from '../vault/vault.ts';
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
  const now = () => instant(begun + (systemClock.now() - begun) * TIMES);
  const deps: BotDeps = {
    output,
    clock: { now },
    timers: { now, after: (ms, run) => systemTimers.after(ms / TIMES, run) },
    sleep: (ms, signal) => sleep(ms / TIMES, signal),
    random: () => 0.5,
    fetch,
    hostName: 'test',
    stop: createStopSignal(),
    env: {},
    readStdin: () => Promise.resolve(''),
    prompt: null,
    openVault: (dataDir) => fileVault(dataDir, () => 'a test says so'),
  };
  const exit = await runCli({ output, commands: (end) => botCommands(deps, end) }, args);
  return { exit, ...written };
}
