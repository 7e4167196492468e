import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { candleFault } from './candle-fault.ts';
import { type Layout, layoutOf } from './layout.ts';
import { type Columns, emptyColumns, type Repeats, type RowState, readRow } from './read-row.ts';

/** A candle file as it stands, each row checked. */
export type CandleColumns = {
  layout: Layout;
  columns: Columns;
  /** Whether the times say themselves that they are UTC. */
  statesUtc: boolean;
  /** Rows that were left out; null where a repeated one is refused. */
  repeats: Readonly<Repeats> | null;
  /** SHA-256 of the unpacked file in hex. */
  contentHash: string;
};

/**
 * Reads a candle file: gzip or plain, UTF-8 or UTF-16, in any layout of `layoutOf`.
 *
 * @param dropRepeats leaves out a row with the time of the row before it, and counts it, instead of refusing the file
 * @throws CandleFileError with one sentence on the first fault
 */
export async function readColumns(file: string, dropRepeats = false): Promise<CandleColumns> {
  const hash = createHash('sha256');
  let state: RowState | null = null;
  for await (const { firstLine, lines } of readLines(file, hash)) {
    for (let index = 0; index < lines.length; index++) {
      const text = lines[index] ?? '';
      if (text.trim() === '') continue;
      if (state === null) {
        state = startWith(file, text, dropRepeats);
        if (state.layout.header) continue;
      }
      readRow(state, firstLine + index, text);
    }
  }
  if (state === null) throw candleFault({ file }, 'is empty');
  if (state.columns.length === 0) throw candleFault({ file }, 'holds a header and no candle');
  const { layout, columns, statesUtc, repeats } = state;
  return { layout, columns, statesUtc, repeats, contentHash: hash.digest('hex') };
}

function startWith(file: string, firstText: string, dropRepeats: boolean): RowState {
  const layout = layoutOf(file, firstText);
  const columns = emptyColumns(layout.format === 'bid-ask' ? 8 : 4);
  const repeats = dropRepeats ? { count: 0, firstLine: 0 } : null;
  return { file, layout, columns, statesUtc: false, repeats };
}

/** Longest line of a candle file in characters; a real one has fewer than 200. */
const LINE_LIMIT = 4_096;

/** Lines that came in one piece, and the number of the first of them. */
type LineBatch = { firstLine: number; lines: readonly string[] };

/**
 * The lines of a candle file without their ends, in batches, because one await per line would cost
 * more than reading it.
 *
 * @param hash takes every unpacked byte, so that the same candles are known again
 * @throws CandleFileError
 */
async function* readLines(path: string, hash: Hash): AsyncGenerator<LineBatch> {
  let decoder: TextDecoder | null = null;
  let rest = '';
  let firstLine = 1;
  for await (const bytes of readBytes(path)) {
    hash.update(bytes);
    // A first chunk of one byte is no file a disk gives; its encoding would be read as UTF-8.
    decoder ??= new TextDecoder(encodingOf(bytes));
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* batch(path, firstLine, lines);
    firstLine += lines.length;
    if (rest.length > LINE_LIMIT) throw tooLong(path, firstLine);
  }
  rest += decoder?.decode() ?? '';
  if (rest !== '') yield* batch(path, firstLine, [rest]);
}

function* batch(path: string, firstLine: number, lines: readonly string[]): Generator<LineBatch> {
  if (lines.length === 0) return;
  const ended = lines.map((line, index) => {
    if (line.length > LINE_LIMIT) throw tooLong(path, firstLine + index);
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  });
  yield { firstLine, lines: ended };
}

function tooLong(path: string, line: number): Error {
  return candleFault(
    { file: path, line },
    `is longer than ${LINE_LIMIT} characters; this is no candle file`,
  );
}

/** MT5 writes UTF-16 with a byte order mark; some editors drop the mark and leave the zero bytes. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (bytes.length > 1 && first !== 0 && second === 0) return 'utf-16le';
  if (bytes.length > 1 && first === 0 && second !== 0) return 'utf-16be';
  return 'utf-8';
}

/**
 * The bytes of a candle file, unpacked when the file is gzip. What a file is shows in its first
 * bytes: names lie.
 *
 * @throws CandleFileError when the file is missing, no file, unreadable or cut off
 */
async function* readBytes(path: string): AsyncGenerator<Buffer> {
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
