import { rm } from 'node:fs/promises';

/** For a virus scanner, or a program that has just read a file of it. */
const RETRIES = 5;
const RETRY_MS = 200;

/**
 * Removes a folder with all that is in it. On Windows whoever has a file open keeps it from being removed: it
 * is tried again, for some seconds.
 *
 * @throws Error of the file system
 */
export function removeFolder(folder: string): Promise<void> {
  const again = { maxRetries: RETRIES, retryDelay: RETRY_MS };
  return rm(folder, { recursive: true, force: true, ...again });
}
