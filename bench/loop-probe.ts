import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Loaded into a service with --import: it answers SIGUSR2 with how long its event loop has been held since
// the last one, in a file. Threads of the service load it as well, and have loops of their own to hold.
const file = process.env.BENCH_LOOP_FILE;
const RESOLUTION_MS = 1;

if (isMainThread && file) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  process.on('SIGUSR2', () => {
    const seen = { longest: ms(delay.max), p99: ms(delay.percentile(99)) };
    delay.reset();
    writeFileSync(file, JSON.stringify(seen));
  });
}
