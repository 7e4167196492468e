import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type SmallDisk = Readonly<{
  /** Leaves no byte free. */
  fill(): Promise<void>;
  /** Takes back what filled it. */
  empty(): void;
  /** Makes it one that nothing can be written to, or one that it can again. */
  readOnly(isOn: boolean): void;
  remove(): void;
}>;

/**
 * A disk of its own in a folder, in memory.
 *
 * @returns null where it cannot be made: that takes root, on Linux
 */
export function makeSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  const mount = (...words: readonly string[]) =>
    execFileSync('mount', [...words, folder], { stdio: 'ignore' });
  mkdirSync(folder, { recursive: true });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs');
  } catch {
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    async fill() {
      const { bavail, bsize } = await statfs(folder);
      try {
        // Not all at once: while this process stands still, others close what they wait with.
        await writeFile(ballast, Buffer.alloc(bavail * bsize));
      } catch (error) {
        // Somebody was quicker with the last of it: the disk is as full.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    readOnly: (isOn) => void mount('-o', `remount,${isOn ? 'ro' : 'rw'}`),
    remove: () => void execFileSync('umount', ['-l', folder], { stdio: 'ignore' }),
  };
}

export const NO_SMALL_DISK = 'a disk of a test can only be made by root, on Linux';
