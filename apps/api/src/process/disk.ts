/** A disk takes nothing more; the message says which, why and what to do. */
class DiskFaultError extends Error {
  override readonly name = 'DiskFaultError';
}

/**
 * Does work that writes to a place, and names that place where its disk takes nothing. The work itself leaves
 * no half of a file behind.
 *
 * @throws DiskFaultError for a disk that is full, or that can only be read
 */
export async function writingTo<Result>(
  place: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const why = WHY[error instanceof Error && 'code' in error ? String(error.code) : ''];
    if (why === undefined) throw error;
    throw new DiskFaultError(`${place} was not written: ${why}`, { cause: error });
  }
}

const FULL = 'the disk is full. Make room on it, or choose a place on another one.';

const WHY: Readonly<Record<string, string>> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: 'the disk can only be read. Choose a place on another one, or mount it for writing.',
};
