import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { PaceSample } from './pace.ts';

const EVERY_MS = 200;
const TEXT = 'x'.repeat(1_024);

const stopped = new Int32Array(workerData as SharedArrayBuffer);
const samples: PaceSample[] = [];
while (Atomics.load(stopped, 0) === 0) {
  const startedAt = performance.timeOrigin + performance.now();
  // Some 15 ms of a processor: more than a thread is given at a time where it has to share.
  for (let turn = 0; turn < 6_000; turn += 1) hash('sha256', TEXT);
  samples.push({ startedAt, ms: performance.timeOrigin + performance.now() - startedAt });
  await sleep(EVERY_MS);
}
// Listening keeps the thread alive: Node can lose the last message of one that ends by itself.
parentPort?.on('message', () => undefined);
parentPort?.postMessage(samples);
