import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { candleFault } from './candle-fault.ts';

/**
 * The bytes of a candle file, unpacked when the file is gzip. What a file is shows in its first
 * bytes: names lie.
 *
 * @throws BotFault `candle_file` when the file is missing, no file, unreadable or cut off
 */
export async function* readBytes(path: string): AsyncGenerator<Buffer> {
  const magic = await firstBytes(path);
  if (magic.startsWith('504b0304')) {
    throw candleFault(
      { file: path },
      'is a zip archive; unpack it first and give the CSV file in it',
    );
  }
  const file = createReadStream(path);
  const bytes = magic.startsWith('1f8b') ? gunzipped(file) : file;
  try {
    for await (const chunk of bytes) {
      if (Buffer.isBuffer(chunk)) yield chunk;
    }
  } catch (error) {
    throw readFault(path, error);
  }
}

function gunzipped(file: Readable): Readable {
  // pipeline hands a fault of the file on to whoever reads the unpacked stream.
  return pipeline(file, createGunzip(), () => undefined);
}

async function firstBytes(path: string): Promise<string> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) {
      throw candleFault(
        { file: path },
        'is a folder; give one candle file, such as EURUSD_H1.csv.gz',
      );
    }
    if (!found.isFile()) throw candleFault({ file: path }, 'is no regular file');
    const handle = await open(path);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return buffer.subarray(0, bytesRead).toString('hex');
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw readFault(path, error);
  }
}

const READ_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'may not be read by this user',
  EPERM: 'may not be read by this user',
  Z_BUF_ERROR: 'is a gzip file that ends too early; it was cut off, so copy or download it again',
  Z_DATA_ERROR: 'is a damaged gzip file; copy or download it again',
};

function readFault(path: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = READ_FAULTS[code];
  if (known) return candleFault({ file: path }, known, error);
  if (error instanceof Error && code !== '' && 'syscall' in error) {
    return candleFault({ file: path }, `cannot be read (${code})`, error);
  }
  return error instanceof Error ? error : new Error(String(error));
}
