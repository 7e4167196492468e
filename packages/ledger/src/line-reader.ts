const LINE_BREAK = 0x0a;

/** Longer than any record: bounds what a file without line breaks takes of the memory. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

export type LineReader = Readonly<{
  /** @returns false once a line was refused; 'too long' for one that does not end */
  push(chunk: Uint8Array): boolean | 'too long';
  /** Bytes after the last line break. */
  rest(): number;
}>;

/**
 * Cuts bytes into lines, in memory of one line and one chunk. Lines stay bytes: text that is no UTF-8 would
 * read like other text.
 *
 * @param take one line without its break; gives false to end
 */
export function createLineReader(take: (line: Buffer) => boolean): LineReader {
  let pieces: Buffer[] = [];
  let waiting = 0;
  const takeFirst = (end: Buffer): boolean => {
    if (waiting === 0) return take(end);
    const line = Buffer.concat([...pieces, end]);
    pieces = [];
    waiting = 0;
    return take(line);
  };
  return {
    rest: () => waiting,
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      let from = 0;
      for (;;) {
        const end = bytes.indexOf(LINE_BREAK, from);
        if (end < 0) break;
        if (!takeFirst(bytes.subarray(from, end))) return false;
        from = end + 1;
      }
      if (from < bytes.length) {
        // A copy: whoever reads a file may use the chunk's memory again.
        pieces.push(Buffer.from(bytes.subarray(from)));
        waiting += bytes.length - from;
      }
      return waiting > LINE_BYTES_MAX ? 'too long' : true;
    },
  };
}
