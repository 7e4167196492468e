import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/**
 * Writes a file whole or not at all: under another name first, which nobody can guess or has made before.
 * What a full disk cuts off is taken away again.
 *
 * @param mode 0o600 for what its owner alone may read
 * @throws Error of the file system
 */
export function writeWhole(file: string, content: string | Uint8Array, mode = 0o666): void {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(unfinished, content, { mode, flag: 'wx' });
    renameOver(unfinished, file);
  } catch (error) {
    removeQuietly(unfinished);
    throw error;
  }
}

/** Removes a file of which nobody reads what is left; on Windows somebody may have it open. */
export function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It must not keep whoever is done from the end.
  }
}

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

const OTHERS = 0o077;

/**
 * Makes a folder that only its user may open, or takes other users' rights away from one that is there and
 * from all that is in it. Links are not followed, and what belongs to somebody else stays as it is.
 *
 * @throws Error of the file system where it cannot be made
 */
export function privateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const self = process.getuid?.();
  // Windows has no such bits; there the user's own folder protects it.
  if (self !== undefined) close(folder, self);
}

/** From the outside in: once a folder is closed, nobody else can put a link into it. */
function close(path: string, self: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.uid !== self || !(found.isDirectory() || found.isFile())) return;
  if ((found.mode & OTHERS) !== 0) chmodSync(path, found.mode & 0o7777 & ~OTHERS);
  if (found.isDirectory()) for (const name of readdirSync(path)) close(join(path, name), self);
}
