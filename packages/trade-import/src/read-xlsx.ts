import { constants, inflateRawSync } from 'node:zlib';
import { zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import {
  CELL_CHARS_MAX,
  CELLS_MAX,
  PIECE_CHARS_MAX,
  ROWS_MAX,
  SHEET_COLUMNS_MAX,
  UNPACKED_BYTES_MAX,
  ZIP_ENTRIES_MAX,
} from './limits.ts';
import type { FileRow } from './report.ts';
import { countTags } from './structure.ts';
import { tooManyRows } from './too-many-rows.ts';
import { UnreadableReport } from './unreadable.ts';
import { trimCell } from './words.ts';

/** Digits that a binary fraction holds for sure: Excel writes 1.0821400000000001 for 1.08214. */
const SIGNIFICANT_DIGITS = 15;

/** The rows of a workbook's first sheet. Formulas are never computed: their stored results are read. */
export async function readXlsx(bytes: Uint8Array): Promise<FileRow[]> {
  const workbook = Buffer.from(checkedZip(bytes));
  const options = { sheets: [1], parseNumber: decimalText };
  const sheets = await readXlsxFile(workbook, options).catch((cause: unknown) => {
    throw new UnreadableReport('The workbook cannot be read.', { cause });
  });
  const data = sheets[0]?.data ?? [];
  if (data.length > ROWS_MAX) throw tooManyRows();
  return data.map((row, index) => ({
    line: index + 1,
    cells: row.slice(0, CELLS_MAX).map(cellText),
  }));
}

function cellText(value: unknown): string {
  // Excel's times have no zone; the reader gives them as though they were UTC.
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof value === 'string') return trimCell(value.slice(0, CELL_CHARS_MAX));
  return typeof value === 'boolean' ? String(value) : '';
}

/** Ungrouped decimal text. */
function decimalText(text: string): string {
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  const plain = String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
  return plain.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : plain;
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;

/**
 * A workbook of the parts that were looked at, and of nothing else. What a directory claims of sizes may be
 * a lie, and what stands between its parts may be a part that it does not name: every named part is
 * unpacked here once, against what is left of the limit, and the rest never reaches the reader.
 *
 * @throws UnreadableReport
 */
function checkedZip(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const checked: Record<string, Uint8Array> = {};
  let left = UNPACKED_BYTES_MAX;
  for (const { name, method, data } of partsOf(file)) {
    const unpacked = method === STORED ? data : inflated(data, left);
    left -= unpacked.length;
    if (left < 0) throw tooLarge();
    if (!/\.(xml|rels)$/i.test(name)) continue;
    checkXml(unpacked);
    checked[name] = unpacked;
  }
  return zipSync(checked, { level: 0 });
}

function inflated(data: Buffer, most: number): Buffer {
  try {
    const options = { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH };
    return inflateRawSync(data, options);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw broken();
  }
}

function partsOf(file: Buffer): { name: string; method: number; data: Buffer }[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + END_BYTES > file.length || file.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw broken();
  const count = file.readUInt16LE(end + 10);
  if (count > ZIP_ENTRIES_MAX)
    throw new UnreadableReport(
      `The workbook holds ${count} files; at most ${ZIP_ENTRIES_MAX} are read.`,
    );
  let at = file.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (at + DIRECTORY_ENTRY_BYTES > file.length || file.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw broken();
    const method = file.readUInt16LE(at + 10);
    const size = file.readUInt32LE(at + 20);
    const local = file.readUInt32LE(at + 42);
    const names = [28, 30, 32].reduce((sum, place) => sum + file.readUInt16LE(at + place), 0);
    const nameAt = at + DIRECTORY_ENTRY_BYTES;
    const name = file.toString('utf8', nameAt, nameAt + file.readUInt16LE(at + 28));
    at += DIRECTORY_ENTRY_BYTES + names;
    if ((method !== STORED && method !== DEFLATED) || local + LOCAL_HEADER_BYTES > file.length)
      throw broken();
    const start =
      local + LOCAL_HEADER_BYTES + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    return { name, method, data: file.subarray(start, start + size) };
  });
}

function tooLarge(): UnreadableReport {
  return new UnreadableReport(
    `The workbook unpacks to more than ${UNPACKED_BYTES_MAX / 1024 / 1024} MB, which no report does.`,
  );
}

function broken(): UnreadableReport {
  return new UnreadableReport('The workbook is damaged: its parts cannot be unpacked.');
}

const LESS = 0x3c;
const MORE = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const DASH = 0x2d;
const SPACE = 0x20;
const COLON = 0x3a;
const LETTER_C = 0x63;

/** Whatever its prefix: the reader of workbooks drops it. */
const PLACE = /[\s:]r\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const CELL_PLACE = /^([A-Z]{0,3})(\d{1,7})$/;

/**
 * Refuses a part of a workbook on which its reader would spend more time or memory than the part's length
 * says: deep nesting, endless pieces, entities of its own, and cells far out, up to which rows are filled.
 *
 * @throws UnreadableReport
 */
function checkXml(bytes: Buffer): void {
  const structure = countTags('The workbook');
  let end = 0;
  for (let at = bytes.indexOf(LESS); at >= 0; at = bytes.indexOf(LESS, end)) {
    if (at - end > PIECE_CHARS_MAX) throw longPiece();
    const kind = bytes[at + 1];
    const isComment = kind === BANG && bytes[at + 2] === DASH && bytes[at + 3] === DASH;
    // A declaration of a document's type comes with entities that stand for any amount of text.
    if (kind === BANG && !isComment)
      throw new UnreadableReport('The workbook declares a document type, which no report does.');
    const close = isComment ? bytes.indexOf('-->', at + 4) + 2 : bytes.indexOf(MORE, at);
    if (close <= at || close - at > PIECE_CHARS_MAX) throw longPiece();
    end = close + 1;
    if (kind === QUESTION || isComment) continue;
    if (kind === SLASH) {
      structure.close();
      continue;
    }
    structure.open();
    if (bytes[close - 1] === SLASH) structure.close();
    if (isPlaced(bytes, at + 1, close)) checkPlace(bytes.toString('latin1', at, close));
  }
  if (bytes.length - end > PIECE_CHARS_MAX) throw longPiece();
}

/** Whether a tag is `row` or `c`, with any prefix. */
function isPlaced(bytes: Buffer, start: number, end: number): boolean {
  let name = start;
  let at = start;
  for (; at < end; at += 1) {
    const sign = bytes[at] ?? 0;
    if (sign <= SPACE || sign === SLASH) break;
    if (sign === COLON) name = at + 1;
  }
  if (at - name === 1) return bytes[name] === LETTER_C;
  return at - name === 3 && bytes.toString('latin1', name, at) === 'row';
}

function checkPlace(tag: string): void {
  for (const [, quoted, single] of tag.matchAll(PLACE)) {
    const place = CELL_PLACE.exec(quoted ?? single ?? '');
    if (!place) throw new UnreadableReport('The workbook has cells without a place.');
    if (Number(place[2]) > ROWS_MAX) throw tooManyRows();
    if (columnOf(place[1] ?? '') > SHEET_COLUMNS_MAX)
      throw new UnreadableReport(
        `The workbook has a cell in column ${place[1]}; at most ${SHEET_COLUMNS_MAX} columns are read.`,
      );
  }
}

function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column;
}

function longPiece(): UnreadableReport {
  return new UnreadableReport(
    `The workbook has a tag or a text longer than ${PIECE_CHARS_MAX} bytes, which no report has.`,
  );
}
