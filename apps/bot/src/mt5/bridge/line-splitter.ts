import { LINE_MAX_BYTES } from './messages.ts';

/** What a chunk completed. `fault`: the stream cannot be read any further, and the lines before it can. */
export type SplitLines = Readonly<{ lines: readonly string[]; fault: string | null }>;

export type LineSplitter = Readonly<{
  push(chunk: Uint8Array): SplitLines;
  /** Bytes of memory held for the line that is not complete. */
  held(): number;
}>;

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;
const FIRST_ROOM = 1_024;

/** Makes lines of a stream of bytes, however it is cut; at most one line's length is ever held. */
export function createLineSplitter(): LineSplitter {
  // A byte order mark stays in the line, where it is no JSON.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let room = new Uint8Array(0);
  let used = 0;
  let fault: string | null = null;

  function keep(piece: Uint8Array): void {
    const needed = used + piece.length;
    if (needed > room.length) {
      let size = Math.max(FIRST_ROOM, room.length);
      while (size < needed) size *= 2;
      const larger = new Uint8Array(size);
      larger.set(room.subarray(0, used));
      room = larger;
    }
    // Copied: a chunk may be a view on memory that its owner uses again.
    room.set(piece, used);
    used = needed;
  }

  /** @returns the line that this piece ends */
  function complete(piece: Uint8Array): string | null {
    if (used + piece.length >= LINE_MAX_BYTES) return tooLong();
    let bytes = piece;
    if (used > 0) {
      keep(piece);
      bytes = room.subarray(0, used);
      used = 0;
    }
    const end = bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
    try {
      return decoder.decode(bytes.subarray(0, end));
    } catch {
      return fail('a line is not UTF-8');
    }
  }

  function tooLong(): null {
    return fail(`a line is longer than ${LINE_MAX_BYTES} bytes`);
  }

  function fail(reason: string): null {
    fault = reason;
    room = new Uint8Array(0);
    used = 0;
    return null;
  }

  return {
    push(chunk) {
      const lines: string[] = [];
      let from = 0;
      while (fault === null && from < chunk.length) {
        const at = chunk.indexOf(NEWLINE, from);
        if (at === -1) {
          const rest = chunk.subarray(from);
          if (used + rest.length >= LINE_MAX_BYTES) tooLong();
          else keep(rest);
          break;
        }
        const line = complete(chunk.subarray(from, at));
        if (line !== null) lines.push(line);
        from = at + 1;
      }
      return { lines, fault };
    },
    held: () => room.length,
  };
}
