import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInterface } from '../../tools/interface.ts';
import { bundle } from '../../tools/release-desktop/bundle.ts';
import { SMALL } from '../../tools/release-desktop/executable.ts';
import { ROOT } from '../../tools/root.ts';
import type { BenchContext } from '../benchmark.ts';

/** The app as it is installed, for this system: a starter, Node, the script, and its resources. */
export async function buildInstalled({ folder, say }: BenchContext): Promise<string> {
  const program = join(folder, 'quorate-app');
  await ensureInterface(say);
  const facts = {
    version: '0.0.1',
    brand: 'Quorate',
    service: { address: 'http://localhost:3000', fixed: false },
    updateKey: null,
  };
  const { main } = await bundle(ROOT, facts);
  writeFileSync(join(folder, 'main.cjs'), main);
  const command = [process.execPath, ...SMALL, join(folder, 'main.cjs')];
  const quoted = command.map((part) => `'${part}'`).join(' ');
  writeFileSync(program, `#!/bin/sh\nexec ${quoted} "$@"\n`, { mode: 0o755 });
  mkdirSync(join(folder, 'resources'));
  cpSync(join(ROOT, 'apps/desktop/build/interface'), join(folder, 'resources', 'interface'), {
    recursive: true,
  });
  return program;
}

export type RunningApp = Readonly<{
  process: ChildProcess;
  /** From the start of the process to the first state that it told. */
  readySeconds: number;
  /** Makes a call of the contract. @throws Error with what the app answered */
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Where a browser may open one window. */
  windowAddress(): Promise<string>;
}>;

const ADDRESS = /^(http:\/\/127\.0\.0\.1:\d+)\/#ticket=([\w-]+)/m;

/** Starts the app without a window and asks it until it tells its state. */
export async function startInstalled(
  context: BenchContext,
  program: string,
  dataDir: string,
): Promise<RunningApp> {
  const startedAt = performance.now();
  const child = spawn(program, ['ui', '--no-window', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, QUORATE_VAULT: 'file' },
  });
  context.onEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await Promise.race([once(child, 'exit'), sleep(60_000, undefined, { ref: false })]);
    child.kill('SIGKILL');
  });
  let printed = '';
  child.stdout.setEncoding('utf8');
  while (!ADDRESS.test(printed)) {
    const chunk = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(`the app ended with code ${child.exitCode}`);
    printed += String(chunk[0]);
  }
  const [, origin = '', ticket] = ADDRESS.exec(printed) ?? [];
  const send = async (method: string, path: string, secret: string | null, body: unknown) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(secret !== null && { authorization: `Bearer ${secret}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const opened = (await send('POST', '/session', null, { ticket })) as { secret: string };
  const call = (method: string, path: string, body?: unknown) =>
    send(method, path, opened.secret, body);
  await call('GET', '/api/state');
  const readySeconds = (performance.now() - startedAt) / 1_000;
  const windowAddress = async () =>
    ((await call('POST', '/api/window-address')) as { address: string }).address;
  return { process: child, readySeconds, call, windowAddress };
}

export type Memory = Readonly<{ pss: number; rss: number; uss: number }>;

/**
 * Memory of a process in MB: RSS counts what processes share in each of them, PSS divides it among them, USS
 * is what would be free without the process.
 */
export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1_024;
  const uss = megabytes('Private_Clean') + megabytes('Private_Dirty');
  return { pss: megabytes('Pss'), rss: megabytes('Rss'), uss };
}
