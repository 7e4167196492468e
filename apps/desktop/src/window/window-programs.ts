import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** What opens windows: programs of this computer. */
export type WindowPrograms = Readonly<{
  exists(path: string): boolean;
  /** Starts one that goes on without the app. @returns why it did not start, or null */
  start(program: string, args: readonly string[]): Promise<string | null>;
}>;

/** A program that only hands an address on ends soon, and says by its exit code whether it could. */
const ENDS_WITHIN_MS = 2_000;

export const systemWindowPrograms: WindowPrograms = {
  exists: existsSync,
  start: (program, args) =>
    new Promise((resolve) => {
      const child = spawn(program, args, { detached: true, stdio: 'ignore' });
      const settle = (reason: string | null) => {
        child.unref();
        resolve(reason);
      };
      const stillRuns = AbortSignal.timeout(ENDS_WITHIN_MS);
      child.once('error', (error) => settle(error.message));
      child.once('exit', (code) => settle(code === 0 ? null : `it ended with code ${code}`));
      child.once('spawn', () => stillRuns.addEventListener('abort', () => settle(null)));
    }),
};
