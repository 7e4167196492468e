import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { renameOver } from './rename-over.ts';

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

/** Half a file under another name is read by nobody. */
function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The fault that matters is told by whoever called.
  }
}
