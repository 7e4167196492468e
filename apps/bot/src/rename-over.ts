import { renameSync } from 'node:fs';

const HELD: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const ATTEMPTS = 9;
const FIRST_MS = 5;
const MOST_MS = 100;

/**
 * Renames a file over another. On Windows whoever has that one open, as a virus scanner or a reader does for a
 * moment, keeps it from being replaced: then it is tried again for half a second, in which nothing else runs.
 *
 * @param rename in place of the system's, for tests
 * @throws Error of the file system; what was there before is there then
 */
export function renameOver(
  from: string,
  to: string,
  rename: (from: string, to: string) => void = renameSync,
): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      rename(from, to);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (attempt === ATTEMPTS || !HELD.has(code)) throw error;
      const waitMs = Math.min(FIRST_MS * 2 ** (attempt - 1), MOST_MS);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs);
    }
  }
}
