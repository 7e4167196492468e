import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { BystanderAnswer, BystanderReport, BystanderSettings } from './bystander.ts';

/** An answer that has not come after this long is written down as one that never came. */
const GIVE_UP_MS = 20_000;

const { url, token, pid, from, everyMs } = workerData as BystanderSettings;

const kept = new Agent({ keepAlive: true });
const report: BystanderReport = { answers: [], memoryMb: { before: memoryMb(), highest: 0 } };
const underWay = new Set<Promise<void>>();

const CALLS: { path: string; headers: Record<string, string> }[] = [
  { path: '/healthz', headers: {} },
  { path: '/api/user/dashboard', headers: { authorization: `Bearer ${token}` } },
];

/** Each call starts on time, whether or not the one before was answered: a pause hides no other wait. */
function ask(): void {
  report.memoryMb.highest = Math.max(report.memoryMb.highest, memoryMb());
  for (const { path, headers } of CALLS)
    for (const connection of ['fresh', 'kept'] as const) {
      const answered = call(path, headers, connection).then((answer) => {
        report.answers.push(answer);
      });
      underWay.add(answered);
      void answered.then(() => underWay.delete(answered));
    }
}

function call(
  path: string,
  headers: Record<string, string>,
  connection: 'fresh' | 'kept',
): Promise<BystanderAnswer> {
  const startedAt = performance.timeOrigin + performance.now();
  return new Promise((resolve) => {
    const end = (result: Pick<BystanderAnswer, 'status' | 'fault'>) =>
      resolve({
        path,
        connection,
        ...result,
        startedAt,
        ms: Math.round(performance.timeOrigin + performance.now() - startedAt),
      });
    const request = get(
      `${url}${path}`,
      {
        agent: connection === 'kept' ? kept : false,
        localAddress: from,
        headers,
        signal: AbortSignal.timeout(GIVE_UP_MS),
      },
      (response) => {
        response.on('error', (error) => end({ status: 0, fault: error.message }));
        response.on('end', () => end({ status: response.statusCode ?? 0, fault: null }));
        response.resume();
      },
    );
    request.on('error', (error) => end({ status: 0, fault: error.message }));
  });
}

/** Of the service; 0 where the system does not say. */
function memoryMb(): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024);
  } catch {
    return 0;
  }
}

ask();
// What a first call opens and compiles is no part of any attack.
await Promise.all(underWay);
report.answers.length = 0;
const timer = setInterval(ask, everyMs);
// Listening keeps the thread alive: Node can lose the last message of one that ends by itself.
parentPort?.on('message', async () => {
  clearInterval(timer);
  await Promise.all(underWay);
  kept.destroy();
  parentPort?.postMessage(report);
});
parentPort?.postMessage('ready');
