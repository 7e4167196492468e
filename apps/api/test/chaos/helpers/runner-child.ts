import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(
  new URL('../../../src/features/hosted/testing/runner-process.ts', import.meta.url),
);

export type RunnerChild = Readonly<{
  id: string;
  faults: readonly string[];
  /** How many accounts it believes to trade. */
  held(): Promise<number>;
  /** SIGSTOP and SIGCONT. */
  freeze(): void;
  thaw(): void;
  /** SIGKILL; resolves when it is gone. May be called twice. */
  kill(): Promise<void>;
}>;

/** A runner as a process, looking for accounts when this returns. */
export async function startRunnerChild(url: string, fastHourMs: number): Promise<RunnerChild> {
  const child = fork(RUNNER, {
    env: { ...process.env, DATABASE_URL: url, FAST_HOUR_MS: String(fastHourMs) },
  });
  const faults: string[] = [];
  let gone = false;
  const exit = once(child, 'exit').then(() => {
    gone = true;
  });
  child.on('message', (message: { fault?: string; why?: string }) => {
    if (message.fault) faults.push(`${message.fault}: ${message.why}`);
  });
  const [begun] = await Promise.race([
    once(child, 'message'),
    exit.then((): never => {
      throw new Error(`the runner ended with ${child.exitCode}`);
    }),
  ]);
  return {
    id: String(begun.id),
    faults,
    held: () =>
      new Promise((resolve) => {
        const hear = (message: { held?: number }) => {
          if (message.held === undefined) return;
          child.off('message', hear);
          resolve(message.held);
        };
        child.on('message', hear);
        child.send('held');
      }),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async kill() {
      if (!gone) child.kill('SIGKILL');
      await exit;
    },
  };
}
