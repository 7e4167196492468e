import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

/** BENCH_PROGRAM names that of a release, so that what is tried is what is shipped. */
const SERVER =
  process.env.BENCH_PROGRAM ?? fileURLToPath(new URL('../../src/server.ts', import.meta.url));
const START_TIMEOUT_MS = 180_000;
const MAIL_TIMEOUT_MS = 30_000;

export type ServerProcess = {
  url: string;
  pid: number;
  /** Ends at once, as a power cut would end it. */
  kill: () => Promise<void>;
  /** Asks to end, and waits for it. */
  stop: () => Promise<number | null>;
};

/** The real service as a process of its own, answering when this returns. */
export async function startServer(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawnServer(env);
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output += chunk;
  });
  const url = `http://localhost:${env.PORT}`;
  const deadline = AbortSignal.timeout(START_TIMEOUT_MS);
  while (!(await answers(url))) {
    if (child.exitCode !== null)
      throw new Error(`the service ended with ${child.exitCode}: ${output}`);
    if (deadline.aborted) {
      // It would keep the test's process alive.
      child.kill('SIGKILL');
      throw new Error(`the service did not answer within ${START_TIMEOUT_MS} ms: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    }
    return child.exitCode;
  };
  return {
    url,
    pid: child.pid ?? 0,
    kill: async () => {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
  };
}

/** Starts a service that must fail, and returns what it said. */
export async function startAndFail(
  env: Record<string, string>,
): Promise<{ code: number | null; stderr: string }> {
  const child = spawnServer(env);
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stderr };
}

function spawnServer(env: Record<string, string>): ChildProcess {
  const { DATABASE_URL, SMTP_URL, ...inherited } = process.env;
  return spawn(process.execPath, [SERVER], {
    // The port beside ours may be the next one that another test was just given.
    env: { ...inherited, PADDLE_EMULATOR_PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`)
    .then((response) => response.ok)
    .catch(() => false);
}

/** What the embedded mailbox holds for an address, once there is something; jobs write mails each second. */
export async function mailboxOf(url: string, address: string): Promise<{ text: string }[]> {
  const deadline = AbortSignal.timeout(MAIL_TIMEOUT_MS);
  for (;;) {
    const reply = await fetch(`${url}/dev/mailbox.json?to=${address}`);
    const mails = (await reply.json()) as { text: string }[];
    if (mails.length > 0) return mails;
    if (deadline.aborted) throw new Error(`no mail to ${address} within ${MAIL_TIMEOUT_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Below the ports that systems give to outgoing connections: those are taken again at any moment. */
const LOWEST_PORT = 10_000;
const HIGHEST_PORT = 30_000;

/** A port that was free a moment ago. */
export async function freePort(): Promise<string> {
  for (;;) {
    const port = LOWEST_PORT + Math.floor(Math.random() * (HIGHEST_PORT - LOWEST_PORT));
    const server = createServer();
    try {
      await once(server.listen(port), 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return String(port);
  }
}
