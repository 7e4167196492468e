import { BotFault } from '../bot-fault.ts';
import { t } from '../words.ts';

const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/**
 * Turns a fault of the data folder into a sentence that names the folder.
 *
 * @param owner says who holds the run, asked only when somebody does
 */
export function storageFault(
  folder: string,
  error: unknown,
  owner: () => string = () => t`another process`,
): Error {
  if (!(error instanceof Error) || error instanceof BotFault)
    return error instanceof Error ? error : new Error(String(error));
  const damaged = () =>
    new BotFault(
      'run_damaged',
      t`The journal in ${{ folder }} is damaged; move the folder away to begin the run again, which sends nothing twice.`,
      { cause: error },
    );
  const unusable = (why: string) =>
    new BotFault('data_folder', t`The data folder ${{ folder }} cannot be used: ${{ why }}.`, {
      cause: error,
    });

  // An answer in it that is no JSON: the file is a database, and somebody changed it.
  if (error instanceof SyntaxError) return damaged();
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The low byte of an extended code is the plain one.
    switch (error.errcode & 0xff) {
      case SQLITE_BUSY:
        return new BotFault(
          'run_in_use',
          t`This run is being done by ${{ owner: owner() }} already; stop that one or wait for it.`,
          {
            cause: error,
          },
        );
      case SQLITE_CORRUPT:
      case SQLITE_NOTADB:
        return damaged();
      case SQLITE_READONLY:
        return unusable(t`it is read-only`);
      case SQLITE_FULL:
        return unusable(t`the disk is full`);
      case SQLITE_CANTOPEN:
        return unusable(
          t`a database in it cannot be opened or made, perhaps because it is read-only`,
        );
      case SQLITE_IOERR:
        return unusable(t`the disk reports a fault`);
    }
  }
  const code = 'code' in error ? String(error.code) : '';
  const reasons: Readonly<Record<string, string>> = {
    EACCES: t`this user may not write there`,
    EPERM: t`this user may not write there`,
    EROFS: t`it is read-only`,
    ENOSPC: t`the disk is full`,
    ENOTDIR: t`a part of its path is a file`,
    EISDIR: t`a folder has the name of one of its files`,
    EEXIST: t`a file of that name is in the way`,
    // What Node says of a folder that cannot be made on a disk that is read-only.
    ENOENT: t`it is not there and cannot be made, perhaps because the disk is read-only`,
    EDQUOT: t`this user has used up the space allowed there`,
    EIO: t`the disk reports a fault`,
    ENAMETOOLONG: t`its path is too long`,
  };
  const reason = reasons[code];
  return reason ? unusable(reason) : error;
}
