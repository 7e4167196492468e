#!/usr/bin/env node
import { hostname } from 'node:os';
import { EXIT } from './bot-fault.ts';
import { runCli } from './cli.ts';
import { systemClock } from './clock.ts';
import { runPaper } from './paper.ts';
import { streamOutput } from './report/output.ts';
import { createStopSignal } from './run/stop-signal.ts';
import { sleep } from './sleep.ts';

const stop = createStopSignal();
const output = streamOutput(process.stdout, process.stderr);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.interrupted.aborted) process.exit(EXIT.interrupted);
    output.line('Ending after this candle; once more ends at once.');
    stop.stop({ kind: 'interrupted' });
  });
}

for (const stream of [process.stdout, process.stderr]) {
  // Whoever read along may have stopped, as `head` does; the run does not end for that.
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await runCli(
  {
    output,
    env: process.env,
    async readStdin() {
      let text = '';
      process.stdin.setEncoding('utf8');
      for await (const chunk of process.stdin) text += String(chunk);
      return text;
    },
    runPaper: (options, given) =>
      runPaper(
        {
          output,
          clock: systemClock,
          sleep,
          random: Math.random,
          fetch,
          stop,
          hostName: hostname(),
        },
        options,
        given,
      ),
  },
  process.argv.slice(2),
);
