import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../tools/free-port.ts';
import { fromRoot } from '../tools/root.ts';
import { startService } from '../tools/service.ts';
import { cleanEnvironment } from '../tools/service-environment.ts';
import type { Benchmark } from './benchmark.ts';
import { median } from './median.ts';

const ATTEMPTS = 5;

/** How long a second service on a folder in use waits for its refusal, its own start included. */
export const benchmark: Benchmark = {
  name: 'storage.second-process',
  title: 'a second service on the same data folder is refused',
  unit: 's',
  bar: { of: 'figure', op: '<=', value: 1 },
  async run({ folder, onEnd }) {
    const first = await startService({ port: await freePort(), dataDir: folder });
    onEnd(first.stop);
    const refusals: number[] = [];
    const starts: number[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      refusals.push(await secondsOf([fromRoot('apps/api/src/server.ts')], folder, 1));
      starts.push(await secondsOf(['--eval', ''], folder, 0));
    }
    const figure = median(refusals);
    const start = median(starts);
    return {
      figure,
      denominator: { value: start, what: 'a Node that does nothing' },
      ratio: figure / start,
      note: `median of ${ATTEMPTS}`,
    };
  },
};

async function secondsOf(
  args: readonly string[],
  dataDir: string,
  expected: number,
): Promise<number> {
  const env = { ...cleanEnvironment(), DATA_DIR: dataDir, PORT: String(await freePort()) };
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== expected) throw new Error(`${args.join(' ')} ended with ${code}, not ${expected}`);
  return (performance.now() - startedAt) / 1_000;
}
