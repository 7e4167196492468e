import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { constants, createZstdDecompress } from 'node:zlib';
import {
  BackupError,
  type BackupFoot,
  type BackupHead,
  parseHead,
  parseJson,
  ROW_BYTES_MAX,
  STRUCTURE_BYTES_MAX,
  structureLine,
  type TableEnd,
  type TableStart,
} from './backup-format.ts';

export type BackupPart =
  | Readonly<{ kind: 'head'; head: BackupHead }>
  | Readonly<{ kind: 'table'; table: TableStart }>
  | Readonly<{ kind: 'rows'; lines: readonly string[] }>
  | Readonly<{ kind: 'end'; end: TableEnd }>
  | Readonly<{ kind: 'foot'; foot: BackupFoot }>;

const ROWS_AT_ONCE = 500;
const TEXT_AT_ONCE = 2_000_000;
/** 16 MB, eight times what a backup is packed with: the file itself asks for this memory. */
const WINDOW_LOG_MAX = 24;
const ROW_START = '['.charCodeAt(0);

/**
 * Reads a backup from its first line to its last. Every table's number of rows and hash, and the whole
 * file's, are compared on the way, so that whoever comes to the end has read what was written.
 *
 * @throws BackupError for a file that is cut, changed, or something else
 */
export async function* readBackup(file: string): AsyncGenerator<BackupPart> {
  const whole = createHash('sha256');
  let head: BackupHead | undefined;
  let table: TableStart | undefined;
  let tally = { rows: 0, hash: createHash('sha256') };
  let total = { tables: 0, rows: 0 };
  let waiting: string[] = [];
  let waitingText = 0;
  let finished = false;

  for await (const bytes of linesOf(file)) {
    const line = bytes.toString();
    if (finished) throw changed(file, 'something follows its end');
    if (head === undefined) {
      head = parseHead(file, line);
      whole.update(bytes).update('\n');
      yield { kind: 'head', head };
      continue;
    }
    if (line.startsWith('[')) {
      if (!table) throw changed(file, 'a row belongs to no table');
      tally.rows += 1;
      tally.hash.update(bytes).update('\n');
      whole.update(bytes).update('\n');
      waiting.push(line);
      waitingText += line.length;
      if (waiting.length < ROWS_AT_ONCE && waitingText < TEXT_AT_ONCE) continue;
    }
    if (waiting.length > 0) yield { kind: 'rows', lines: waiting };
    waiting = [];
    waitingText = 0;
    if (line.startsWith('[')) continue;
    const { data: said } = structureLine.safeParse(parseJson(line));
    if (!said) throw changed(file, `a line cannot be read: ${line.slice(0, 60)}`);
    if ('sha256' in said && 'sequences' in said) {
      if (table) throw changed(file, `${table.table} has no end`);
      if (said.tables !== total.tables || said.rows !== total.rows)
        throw changed(file, `it holds ${total.rows} rows, and says ${said.rows}`);
      if (said.sha256 !== whole.digest('hex')) throw changed(file, 'its hash differs');
      finished = true;
      yield { kind: 'foot', foot: said };
      continue;
    }
    whole.update(bytes).update('\n');
    if ('end' in said) {
      if (said.end !== table?.table) throw changed(file, `${said.end} ends before it starts`);
      if (said.rows !== tally.rows)
        throw changed(file, `${said.end} holds ${tally.rows} rows, and says ${said.rows}`);
      if (said.sha256 !== tally.hash.digest('hex'))
        throw changed(file, `the rows of ${said.end} are not those that were written`);
      total = { tables: total.tables + 1, rows: total.rows + said.rows };
      table = undefined;
      yield { kind: 'end', end: said };
      continue;
    }
    if (table) throw changed(file, `${table.table} has no end`);
    table = said;
    tally = { rows: 0, hash: createHash('sha256') };
    yield { kind: 'table', table: said };
  }
  if (head === undefined)
    throw new BackupError(`${file} is no backup of this service: it is empty.`);
  if (!finished) throw cut(file);
}

/** Reads all of it. @returns what it says of itself @throws BackupError unless it is whole */
export async function verifyBackup(file: string): Promise<{ head: BackupHead; foot: BackupFoot }> {
  let head: BackupHead | undefined;
  let foot: BackupFoot | undefined;
  for await (const part of readBackup(file)) {
    if (part.kind === 'head') head = part.head;
    if (part.kind === 'foot') foot = part.foot;
  }
  if (!head || !foot) throw cut(file);
  return { head, foot };
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  // Whoever reads the last of the streams is told what failed in any of them.
  const bytes = pipeline(
    createReadStream(file),
    createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX } }),
    () => {},
  );
  let rest: Buffer[] = [];
  let length = 0;
  const grow = (part: Buffer) => {
    const first = rest[0] ?? part;
    length += part.length;
    const isRow = first[0] === ROW_START;
    const limit = isRow ? ROW_BYTES_MAX : STRUCTURE_BYTES_MAX;
    if (length > limit) throw tooLong(file, isRow ? 'row' : 'line', limit);
  };
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
        const line = chunk.subarray(from, at);
        grow(line);
        yield rest.length === 0 ? line : Buffer.concat([...rest, line]);
        rest = [];
        length = 0;
        from = at + 1;
      }
      if (from === chunk.length) continue;
      const part = chunk.subarray(from);
      grow(part);
      rest.push(part);
    }
  } catch (cause) {
    throw readFault(file, cause);
  }
  if (rest.length > 0) throw cut(file);
}

function readFault(file: string, cause: unknown): unknown {
  if (cause instanceof BackupError || !(cause instanceof Error)) return cause;
  const code = 'code' in cause ? String(cause.code) : '';
  if (code === 'ENOENT') return new BackupError(`There is no file ${file}.`, { cause });
  if (code === 'ZSTD_error_prefix_unknown')
    return new BackupError(`${file} is no backup of this service.`, { cause });
  if (code === 'Z_BUF_ERROR') return cut(file, cause);
  if (code.startsWith('ZSTD_')) return changed(file, `it cannot be unpacked (${code})`, cause);
  return new BackupError(`${file} cannot be read (${code || cause.message}).`, { cause });
}

function tooLong(file: string, what: 'row' | 'line', limit: number): BackupError {
  return new BackupError(
    `${file} is no backup of this service: a ${what} is longer than ${limit} bytes. Nothing was restored.`,
  );
}

function cut(file: string, cause?: unknown): BackupError {
  return new BackupError(`${file} is cut: its end is missing. Nothing was restored.`, { cause });
}

function changed(file: string, how: string, cause?: unknown): BackupError {
  return new BackupError(
    `${file} is not as it was written: ${how}. Nothing was restored; take another backup.`,
    { cause },
  );
}
