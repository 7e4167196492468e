import { DatabaseSync } from 'node:sqlite';

/** What a process holds until it gives it back or ends. */
export type Claim = { release(): void };

/** Somebody else holds it. */
export class ClaimedError extends Error {
  override readonly name = 'ClaimedError';
}

/**
 * Claims a file for this process until it ends, however it ends.
 *
 * The lock is SQLite's, which the operating system drops with the process, so that a killed one leaves nothing
 * to clean up and a reused process id misleads nobody. The file is made where it is missing.
 *
 * @throws ClaimedError at once, where another holds it
 */
export function claimFile(path: string): Claim {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    throw isBusy(cause) ? new ClaimedError(`another process holds ${path}`, { cause }) : cause;
  }
  return {
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
