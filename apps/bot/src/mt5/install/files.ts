import { rm } from 'node:fs/promises';

/** Windows programs write UTF-16 with a mark at the beginning, and sometimes without one. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decoded('utf-16le', bytes.subarray(2));
  if (first === 0xfe && second === 0xff) return decoded('utf-16be', bytes.subarray(2));
  // Latin letters in UTF-16 have a zero in every other byte; no text in UTF-8 holds one.
  if (bytes.length > 1 && second === 0) return decoded('utf-16le', bytes);
  return decoded('utf-8', bytes);
}

/** UTF-16 with its mark, as the terminal reads and writes its files. */
export function encodeUtf16(text: string): Uint8Array {
  return Buffer.from(`\uFEFF${text}`, 'utf16le');
}

function decoded(encoding: string, bytes: Uint8Array): string {
  return new TextDecoder(encoding).decode(bytes);
}

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
