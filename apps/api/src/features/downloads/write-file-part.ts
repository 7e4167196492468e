import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { ByteRange } from './byte-range.ts';

const PIECE_BYTES = 256 * 1024;

/**
 * Writes a part of a file as fast as it is taken. Every download has one buffer, which is filled again when
 * the connection has let go of it: a file stream makes a new one for every piece, and twenty downloads make
 * them faster than they are collected (`npm run bench -- downloads.memory`).
 *
 * @throws Error when the caller goes away, or the file is shorter than it was
 */
export async function writeFilePart(
  file: FileHandle,
  { first, last }: ByteRange,
  response: ServerResponse,
): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, last - first + 1));
  const leave = new AbortController();
  // A write that waits for its turn on a connection is not told when that connection ends.
  const gone = once(response, 'close', { signal: leave.signal }).then(() => {
    throw new Error('the caller went away');
  });
  gone.catch(() => undefined);
  try {
    for (let position = first; position <= last; ) {
      const length = Math.min(buffer.length, last - position + 1);
      const { bytesRead } = await file.read(buffer, 0, length, position);
      if (bytesRead === 0) throw new Error(`the file ends before its byte ${position}`);
      await Promise.race([write(response, buffer.subarray(0, bytesRead)), gone]);
      position += bytesRead;
    }
  } finally {
    leave.abort();
  }
}

function write(response: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    response.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}
