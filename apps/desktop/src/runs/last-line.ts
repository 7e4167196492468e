import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * The end of a text file, at most so many bytes of it and whole lines alone.
 *
 * @returns null where there is none
 */
export function endOfFile(file: string, bytes: number): string | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(handle);
    const from = Math.max(0, size - bytes);
    const read = Buffer.alloc(size - from);
    readSync(handle, read, 0, read.length, from);
    const text = read.toString('utf8');
    return from > 0 ? text.slice(text.indexOf('\n') + 1) : text;
  } catch {
    return null;
  } finally {
    closeSync(handle);
  }
}

/** The last line that says something; null where there is none. */
export function lastLineOf(file: string): string | null {
  const lines = (endOfFile(file, 8_192) ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.at(-1)?.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d /, '') ?? null;
}
