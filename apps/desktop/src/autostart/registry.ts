import { execFile } from 'node:child_process';
import { win32 } from 'node:path';

/** Runs reg.exe of Windows. */
export type Registry = Readonly<{
  run(args: readonly string[]): Promise<Readonly<{ exitCode: number | null; printed: string }>>;
}>;

const ENDS_WITHIN_MS = 10_000;

export function systemRegistry(env: Readonly<Record<string, string | undefined>>): Registry {
  const program = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
  return {
    run: (args) =>
      new Promise((resolve) => {
        const options = { timeout: ENDS_WITHIN_MS, windowsHide: true };
        const child = execFile(program, args, options, (_error, printed) =>
          resolve({ exitCode: child.exitCode, printed }),
        );
      }),
  };
}
