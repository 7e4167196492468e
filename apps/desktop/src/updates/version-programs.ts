import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { PROGRAM, versionFolder } from './version-files.ts';

/** A version that was started. */
export type StartedVersion = Readonly<{
  /** How it ended, as the end of a sentence; never rejects. */
  ended: Promise<string>;
  /** Ends it at once. */
  kill(): void;
}>;

/** The programs that an update starts. */
export type UpdatePrograms = Readonly<{
  /**
   * Has an installer put its version beside the others, and do nothing else.
   *
   * @returns why it did not, as the end of a sentence; null when it did
   */
  extract(installer: string, installFolder: string): Promise<string | null>;
  /** Starts the app of a version, which goes on without this process. */
  start(installFolder: string, version: string, args: readonly string[]): StartedVersion;
}>;

const EXTRACT_WITHIN_MS = 300_000;

/**
 * What an installer is started with: its own path quoted, as it has to be in a command line that is passed on
 * as it is, and the folder last and without quotes, as NSIS wants it whatever is in it.
 */
export function extractCommand(
  installer: string,
  installFolder: string,
): Readonly<{ argv0: string; args: readonly string[] }> {
  return { argv0: `"${installer}"`, args: ['/S', '/UPDATE', `/D=${installFolder}`] };
}

export const SYSTEM_UPDATE_PROGRAMS: UpdatePrograms = {
  extract(installer, installFolder) {
    const { argv0, args } = extractCommand(installer, installFolder);
    const child = spawn(installer, args, {
      argv0,
      windowsVerbatimArguments: true,
      windowsHide: true,
      stdio: 'ignore',
    });
    const timeout = AbortSignal.timeout(EXTRACT_WITHIN_MS);
    timeout.addEventListener('abort', () => child.kill('SIGKILL'));
    return endOf(child).then(({ text, exitCode }) => {
      if (timeout.aborted) return `it took longer than ${EXTRACT_WITHIN_MS / 60_000} minutes`;
      return exitCode === 0 ? null : text;
    });
  },
  start(installFolder, version, args) {
    const child = spawn(join(versionFolder(installFolder, version), PROGRAM), args, {
      // Not the folder of a version: Windows removes none that a program works in.
      cwd: installFolder,
      detached: true,
      stdio: 'ignore',
    });
    child.unref();
    return {
      ended: endOf(child).then(({ text }) => text),
      kill: () => void child.kill('SIGKILL'),
    };
  },
};

function endOf(child: ChildProcess): Promise<{ text: string; exitCode: number | null }> {
  return new Promise((resolve) => {
    child.on('error', (error) =>
      resolve({ text: `it could not be started (${error.message})`, exitCode: null }),
    );
    child.on('exit', (exitCode, signal) =>
      resolve({ text: `it ended with ${signal ?? `code ${exitCode}`}`, exitCode }),
    );
  });
}
