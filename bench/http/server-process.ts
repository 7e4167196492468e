import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fromRoot } from '../../tools/root.ts';
import { killOnExit } from '../../tools/run.ts';
import { cleanEnvironment } from '../../tools/service-environment.ts';
import type { BenchContext } from '../benchmark.ts';

/** Starts a program of ours that waits for its orders, and answers with a port. @returns its origin */
export async function startProgram(
  path: string,
  orders: object,
  { onEnd }: BenchContext,
): Promise<string> {
  const child = fork(fromRoot(path), { env: cleanEnvironment(), serialization: 'advanced' });
  const release = killOnExit(child);
  onEnd(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    release();
  });
  child.send(orders);
  const [{ port }] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${path} ended with ${code}`);
    }),
  ])) as [{ port: number }];
  return `http://127.0.0.1:${port}`;
}
