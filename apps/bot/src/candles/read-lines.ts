import type { Hash } from 'node:crypto';
import { candleFault } from './candle-fault.ts';
import { readBytes } from './read-bytes.ts';

/** Longest line of a candle file in characters; a real one has fewer than 200. */
const LINE_LIMIT = 4_096;

/** Lines that came in one piece, and the number of the first of them. */
type LineBatch = { firstLine: number; lines: readonly string[] };

/**
 * The lines of a candle file without their ends, in batches, because one await per line would cost
 * more than reading it.
 *
 * @param hash takes every unpacked byte, so that the same candles are known again
 * @throws BotFault `candle_file`
 */
export async function* readLines(path: string, hash: Hash): AsyncGenerator<LineBatch> {
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
