import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

/** Why a test is skipped that was given no disk. */
export const NO_DISK = 'a disk of a test can only be made by root, on Linux';

/** A small disk of its own, in memory. @returns null where this user may not make one */
export function smallDisk(t: TestContext, megabytes: number): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-disk-'));
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder];
    execFileSync('mount', options, { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** From now on it can only be read. */
export function makeReadOnly(disk: string): void {
  execFileSync('mount', ['-o', 'remount,ro', disk], { stdio: 'ignore' });
}

/** Leaves nothing of a disk. */
export function fillDisk(disk: string): { release(): void } {
  const file = join(disk, 'ballast');
  const { bavail, bsize } = statfsSync(disk);
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize));
  } catch (error) {
    // A service has taken some of it meanwhile: what is left was written.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
  return { release: () => rmSync(file, { force: true }) };
}
