import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fromRoot } from './root.ts';
import { killOnExit } from './run.ts';
import { cleanEnvironment } from './service-environment.ts';

export type RunningService = {
  /** Origin without a slash at the end. */
  url: string;
  pid: number;
  /** Everything the service has said so far. */
  output: () => string;
  /** Asks the service to end and waits for it. May be called twice. */
  stop: () => Promise<void>;
};

export type ServiceOptions = {
  port: number;
  /** Made when it does not exist; also the service's working folder. */
  dataDir: string;
  /** What Node runs: the sources unless BUILT_SERVICE, which must be built, or another is named. */
  program?: readonly string[];
  /** More of the service's variables, such as DATABASE_URL. */
  env?: Record<string, string>;
};

const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/**
 * Starts the service with none of a developer's own settings and waits until it can take work. The site
 * must be built. The service ends with the calling process.
 *
 * @throws Error with the service's own words when it does not become ready
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  mkdirSync(options.dataDir, { recursive: true });
  const program = options.program ?? [fromRoot('apps/api/src/server.ts')];
  const child = spawn(process.execPath, program, {
    cwd: options.dataDir,
    env: {
      ...cleanEnvironment(),
      PORT: String(options.port),
      DATA_DIR: options.dataDir,
      // The port beside ours may be the next one that somebody else was just given.
      PADDLE_EMULATOR_PORT: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a group of its own: Ctrl-C reaches it through us, once, when those who use it have let go.
    detached: true,
  });
  const release = killOnExit(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close').finally(release);
  const url = `http://localhost:${options.port}`;
  const stop = () => end(child, ended);
  try {
    await untilReady(url, child);
  } catch (error) {
    await stop();
    throw new Error(`the service did not become ready:\n${output.trim()}`, { cause: error });
  }
  return { url, pid: child.pid ?? 0, output: () => output, stop };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null) {
    const reply = await fetch(`${url}/readyz`).catch(() => null);
    if (reply?.ok) return;
    if (performance.now() > deadline) throw new Error(`not ready after ${READY_TIMEOUT_MS} ms`);
    await sleep(50);
  }
  throw new Error(`ended with ${child.exitCode ?? child.signalCode}`);
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const late = sleep(STOP_TIMEOUT_MS, 'late' as const, { ref: false });
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
  await ended;
}
