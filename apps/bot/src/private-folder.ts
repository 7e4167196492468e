import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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
