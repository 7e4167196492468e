import { hostname } from 'node:os';
import { EXIT } from './bot-fault.ts';
import { runCli } from './cli.ts';
import { systemClock } from './clock.ts';
import type { BotDeps } from './command-line/bot-deps.ts';
import { botCommands, type MoreCommands } from './command-line/commands.ts';
import { terminalPrompt } from './command-line/prompt.ts';
import { streamOutput } from './report/output.ts';
import { createStopSignal } from './run/stop-signal.ts';
import { sleep, systemTimers } from './timers.ts';
import { loadSystemEntries, openVault } from './vault/vault.ts';
import { LANGUAGE_VARIABLE, speakAsTold } from './words.ts';

/**
 * Runs the program of this process: reads its arguments, ends on signals, sets its exit code.
 *
 * @param more commands of an app around the bot
 * @param args without the program's own name
 */
export function runProgram(more: MoreCommands, args = process.argv.slice(2)): void {
  // Journals, profiles and logs are for their user alone.
  process.umask(0o077);

  const stop = createStopSignal();
  const output = streamOutput(process.stdout, process.stderr);

  function interrupt(): void {
    if (stop.interrupted.aborted) process.exit(EXIT.interrupted);
    output.line('Ending after what is at hand; once more ends at once.');
    stop.stop({ kind: 'interrupted' });
  }

  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt);

  for (const stream of [process.stdout, process.stderr]) {
    // Whoever read along may have stopped, as `head` does; the run does not end for that.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }

  speakAsTold(process.env[LANGUAGE_VARIABLE]);
  const deps: BotDeps = {
    output,
    clock: systemClock,
    timers: systemTimers,
    sleep,
    random: Math.random,
    fetch,
    stop,
    hostName: hostname(),
    env: process.env,
    async readStdin() {
      let text = '';
      process.stdin.setEncoding('utf8');
      for await (const chunk of process.stdin) text += String(chunk);
      return text;
    },
    prompt: terminalPrompt({
      input: process.stdin,
      output: process.stderr,
      interrupted: stop.interrupted,
      interrupt,
    }),
    openVault: (dataDir) =>
      openVault(
        {
          env: process.env,
          platform: process.platform,
          loadEntries: loadSystemEntries,
          notify: output.line,
        },
        dataDir,
      ),
  };

  // No top-level await: the single executable is built of one script that knows none.
  void runCli({ output, commands: (end) => botCommands(deps, end, more) }, args).then((exit) => {
    process.exitCode = exit;
  });
}
