import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const CHUNK_BYTES = 1024 * 1024;

/** The hash of a file in hexadecimal, read in pieces. @throws Error of the file system */
export async function fileHash(file: string, algorithm: 'sha256' | 'sha512'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file, { highWaterMark: CHUNK_BYTES }), hash);
  return hash.digest('hex');
}
