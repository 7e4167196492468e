import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writingTo } from '../../process/disk.ts';
import { BackupError } from './backup-format.ts';

/**
 * Whether a backup can be written there, asked before anything is read.
 *
 * @throws BackupError where the folder is missing or closed to this user, or the file is there already
 */
export async function expectPlace(file: string): Promise<void> {
  const folder = dirname(file);
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory())
    throw new BackupError(`There is no folder ${folder}; nothing was written. Make it first.`);
  await writingTo(file, () =>
    access(folder, constants.W_OK).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EROFS') throw cause;
      throw new BackupError(
        `The folder ${folder} cannot be written by this user; nothing was written.`,
        { cause },
      );
    }),
  );
  await refuseExisting(file);
}

/** @throws BackupError */
export async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found)
    throw new BackupError(`${file} is there already; nothing was written. Choose another name.`);
}
