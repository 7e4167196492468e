import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export type BotRun = { exit: number | null; stdout: string; stderr: string };

type StartedBot = {
  child: ChildProcess;
  stderr(): string;
  ended: Promise<BotRun>;
};

const MAIN = join(import.meta.dirname, '../main.ts');

type BotOptions = {
  env?: Record<string, string>;
  stdin?: string;
  /** The script; by default the bot alone. */
  main?: string;
};

/** Starts the real command in a process of its own. */
export function startBot(args: readonly string[], options: BotOptions = {}): StartedBot {
  const child = spawn(process.execPath, [options.main ?? MAIN, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // A test leaves nothing in the vault of whoever runs it.
    env: { PATH: process.env.PATH ?? '', QUORATE_VAULT: 'file', ...options.env },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  child.stdin.end(options.stdin ?? '');
  const ended = once(child, 'close').then(() => ({ exit: child.exitCode, stdout, stderr }));
  return { child, stderr: () => stderr, ended };
}

/** Runs the real command to its end. */
export function runBot(args: readonly string[], options: BotOptions = {}): Promise<BotRun> {
  return startBot(args, options).ended;
}
