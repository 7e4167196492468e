import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { writeWhole } from './files.ts';

/**
 * What a JSON file holds.
 *
 * @param damaged told of the text of a file that is of no use
 * @returns null where there is none, or none of that shape
 */
export function readJsonFile<T>(
  file: string,
  shape: z.ZodType<T>,
  damaged: (text: string) => void = () => {},
): T | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) damaged('');
    return null;
  }
  const read = shape.safeParse(jsonOrNull(text));
  if (!read.success) damaged(text);
  return read.data ?? null;
}

/** Written whole or not at all, its folder first. @param mode as `writeWhole` takes it @throws Error of the file system */
export function writeJsonFile(file: string, document: unknown, mode?: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeWhole(file, `${JSON.stringify(document, null, 2)}\n`, mode);
}

export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
