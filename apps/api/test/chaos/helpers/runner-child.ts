import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../../src/db/tables.ts';
import { freePort, startServer } from '../../helpers/server-process.ts';
import { until } from '../../helpers/until.ts';

const RUNNER = fileURLToPath(
  new URL('../../../src/features/hosted/testing/runner-process.ts', import.meta.url),
);

export type RunnerChild = Readonly<{
  id: string;
  faults: readonly string[];
  /** SIGKILL; resolves when it is gone. May be called twice. */
  kill(): Promise<void>;
}>;

export type LoneRunner = RunnerChild &
  Readonly<{
    /** How many accounts it believes to trade. */
    held(): Promise<number>;
    /** SIGSTOP and SIGCONT. */
    freeze(): void;
    thaw(): void;
  }>;

/** A runner as a process, looking for accounts when this returns. */
export async function startRunnerChild(url: string, fastHourMs: number): Promise<LoneRunner> {
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

/** A copy of the service that is looking for accounts when this returns. Its faults go to its own log. */
export async function startCopy(
  env: Readonly<{ DATABASE_URL: string; DATA_DIR: string }>,
  db: Db,
): Promise<RunnerChild> {
  const runnersOf = async () =>
    (await db.selectFrom('hosted_runners').select('id').execute()).map(({ id }) => id);
  const before = await runnersOf();
  const server = await startServer({
    ...env,
    PORT: await freePort(),
    PADDLE_ENVIRONMENT: 'off',
    LOG_LEVEL: 'silent',
  });
  const id = await until(
    async () => (await runnersOf()).find((each) => !before.includes(each)),
    60_000,
  );
  return { id, faults: [], kill: server.kill };
}
