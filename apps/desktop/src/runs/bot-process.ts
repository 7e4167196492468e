import { spawn } from 'node:child_process';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { LANGUAGE_VARIABLE, spokenLanguage } from '@quorate/bot/words';

/** A program of this computer and what always comes before its arguments. */
type Program = Readonly<{ command: string; args: readonly string[] }>;

/** A bot as a process of its own, which goes on without this one. */
export type BotProcess = Readonly<{
  pid: number | null;
  /** Resolves with its exit code, or why there is none: killed, or never begun. */
  ended: Promise<Readonly<{ exit: number | null; why: string | null }>>;
  /** The last resort. */
  kill(): void;
}>;

/** @param args of the bot's command line @param log takes what it says */
export type SpawnBot = (args: readonly string[], log: string) => BotProcess;

/** So long a log may grow; as much of what was there before is kept. */
const LOG_MAX_BYTES = 5 * 1_048_576;

/** The program that this process is. */
export function ownProgram(): Program {
  return { command: process.execPath, args: [...process.execArgv, process.argv[1] ?? ''] };
}

/** Starts bots of a program detached, with this environment. */
export function spawnBotOf(
  program: Program,
  env: Readonly<Record<string, string | undefined>>,
): SpawnBot {
  return (args, log) => {
    mkdirSync(dirname(log), { recursive: true });
    shortenLog(log);
    const file = openSync(log, 'a', 0o600);
    try {
      const child = spawn(program.command, [...program.args, ...args], {
        detached: true,
        windowsHide: true,
        stdio: ['ignore', file, file],
        // A folder that is in use cannot be removed on Windows: not that of a version that an update replaces.
        cwd: dirname(log),
        env: { ...env, [LANGUAGE_VARIABLE]: spokenLanguage() },
      });
      child.unref();
      const ended = new Promise<Awaited<BotProcess['ended']>>((resolve) => {
        child.once('error', (error) => resolve({ exit: null, why: error.message }));
        child.once('exit', (exit, signal) => resolve({ exit, why: signal }));
      });
      return { pid: child.pid ?? null, ended, kill: () => void child.kill('SIGKILL') };
    } finally {
      closeSync(file);
    }
  };
}

/** Where what the bot of a configuration says is kept. */
export function botLogOf(dataDir: string, configurationName: string): string {
  // A configuration may be called App, as the log of the app is.
  return join(dataDir, 'logs', `bot-${configurationName.toLowerCase()}.log`);
}

/** Whether a process of this number is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's has taken the number over.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Ends a process whatever it does; one that is gone is ended already. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone, or somebody else's.
  }
}

/** Keeps the end of a log that has grown too long beside it and begins it again, also while a bot writes to it. */
export function shortenLog(log: string): void {
  try {
    if (statSync(log).size <= LOG_MAX_BYTES) return;
  } catch {
    return;
  }
  try {
    writeFileSync(log.replace(/\.log$/, '.before.log'), endOfFile(log, LOG_MAX_BYTES) ?? '', {
      mode: 0o600,
    });
  } catch {
    // A full disk has room again below.
  }
  try {
    // It is only ever appended to: whoever writes goes on at the beginning.
    truncateSync(log);
  } catch {
    // Held by somebody who reads it: it goes on growing until the next look.
  }
}

/**
 * The end of a text file, at most so many bytes of it and whole lines alone.
 *
 * @returns null where there is none
 */
export function endOfFile(file: string, bytes: number): string | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(handle);
    const from = Math.max(0, size - bytes);
    const read = Buffer.alloc(size - from);
    readSync(handle, read, 0, read.length, from);
    const text = read.toString('utf8');
    return from > 0 ? text.slice(text.indexOf('\n') + 1) : text;
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

/** The last line that says something; null where there is none. */
export function lastLineOf(file: string): string | null {
  const lines = (endOfFile(file, 8_192) ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.at(-1)?.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /, '') ?? null;
}
