import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Wine } from './wine.ts';

/** Wine on a machine with much else to do. */
const SOON_MS = 90_000;

/** A file of this system as its Windows names it. */
export function windowsPath(file: string): string {
  return `Z:${file.replaceAll('/', '\\')}`;
}

/** The app that an installer puts into a Windows, seen from outside. @param folder of the Windows */
export function installedApp(wine: Wine, folder: string, version: string) {
  const installed = (...path: readonly string[]) =>
    join(wine.home, 'AppData/Local/Programs/Quorate', ...path);
  const data = (...path: readonly string[]) => join(wine.home, 'AppData/Roaming/Quorate', ...path);

  /** All that the app and its bots have said. */
  function logs(): string {
    const names = existsSync(data('logs')) ? readdirSync(data('logs')) : [];
    return names.map((name) => `${name}: ${readFileSync(data('logs', name), 'utf8')}`).join('\n');
  }

  /** Processes of this system that run a command of the program. */
  function processes(command: string): readonly number[] {
    return readdirSync('/proc').flatMap((name) => {
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        const script = words.findIndex((word) => word.endsWith('quorate.cjs'));
        if (!words[0]?.includes('node.exe') || words[script + 1] !== command) return [];
        return readFileSync(`/proc/${name}/environ`, 'utf8').includes(folder) ? [Number(name)] : [];
      } catch {
        // Not a process, or it has just ended.
        return [];
      }
    });
  }

  return {
    installed,
    data,
    logs,
    processes,
    program: () => installed('versions', version, 'quorate-app.exe'),
    /** As the app has written it down; 0 while there is none. */
    appPid(): number {
      try {
        return Number(JSON.parse(readFileSync(data('app.json'), 'utf8')).pid);
      } catch {
        return 0;
      }
    },
    /** Of the system that Wine runs on, in MB; what processes share counts in parts. */
    memoryOf(command: string): number {
      const [pid] = processes(command);
      const text = pid === undefined ? '' : readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Math.round(Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1_024);
    },
    /** Calls the app as its window does. */
    async call<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
      const { port, secret } = JSON.parse(readFileSync(data('app.json'), 'utf8'));
      const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      assert.equal(reply.status, 200, `${method} ${path}: ${text}; ${logs()}`);
      return JSON.parse(text) as Reply;
    },
    async until(what: string, look: () => boolean | Promise<boolean>): Promise<void> {
      const end = performance.now() + SOON_MS;
      while (!(await look())) {
        if (performance.now() > end) assert.fail(`${what}; ${logs()}`);
        await sleep(100);
      }
    },
  };
}
