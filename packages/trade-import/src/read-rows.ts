import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { Parser } from 'htmlparser2';
import { sectionTitled } from './languages.ts';
import {
  CELL_CHARS_MAX,
  CELLS_MAX,
  FILE_BYTES_MAX,
  PIECE_CHARS_MAX,
  ROWS_MAX,
  TAGS_MAX,
} from './limits.ts';
import { readXlsx } from './read-xlsx.ts';
import type { FileRow, ReportFormat } from './report.ts';
import { countTags } from './structure.ts';
import { tooManyRows } from './too-many-rows.ts';
import { UnreadableReport } from './unreadable.ts';
import { trimCell } from './words.ts';

/**
 * The rows of a file, packed with gzip or not, whatever its name says: a workbook begins with PK, a page with a tag.
 *
 * @throws UnreadableReport
 */
export async function readRows(
  file: Uint8Array,
): Promise<{ format: ReportFormat; rows: FileRow[] }> {
  const bytes = unpack(file);
  if (bytes.length === 0) throw new UnreadableReport('The file is empty.');
  if (bytes.length > FILE_BYTES_MAX)
    throw new UnreadableReport(
      `The file is larger than ${FILE_BYTES_MAX / 1_000_000} MB. Save it for a shorter period, in parts.`,
    );
  if (startsWith(bytes, [0x50, 0x4b])) return { format: 'xlsx', rows: await readXlsx(bytes) };
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new UnreadableReport(
      'This is a workbook of the old kind (.xls). Save it as .xlsx, or save the report as HTML.',
    );
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46]))
    throw new UnreadableReport('This is a PDF. Save the report as HTML or XLSX in the terminal.');
  const text = decodeText(bytes);
  if (/<t(able|r|d)[\s>]/i.test(text)) return { format: 'html', rows: readHtml(text) };
  if (text.includes('\u0000'))
    throw new UnreadableReport('This is no text, no page and no workbook.');
  return { format: 'csv', rows: readCsv(text) };
}

function startsWith(bytes: Uint8Array, marks: readonly number[]): boolean {
  return marks.every((mark, index) => bytes[index] === mark);
}

/**
 * The file itself, where it was packed with gzip on its way: a page of text shrinks to a twentieth.
 *
 * @throws UnreadableReport when it unpacks to more than a report may have, or is damaged
 */
function unpack(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: FILE_BYTES_MAX });
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new UnreadableReport(
        `The file unpacks to more than ${FILE_BYTES_MAX / 1_000_000} MB. Save it for a shorter period, in parts.`,
        { cause },
      );
    throw new UnreadableReport('The file is damaged: it cannot be unpacked.', { cause });
  }
}

/** How much of a file is looked at to tell its encoding. */
const SAMPLE_BYTES = 64 * 1024;

/**
 * The text of a report. Terminals write UTF-16 with a mark at its front; files that were saved again come
 * as UTF-8, or in the old encodings of Windows, which only their words tell apart.
 */
function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = zeroShares(sample);
  if (zeros.odd > 0.3) return 'utf-16le';
  if (zeros.even > 0.3) return 'utf-16be';
  if (isUtf8(bytes)) return 'utf-8';
  return namesSection(new TextDecoder('windows-1251').decode(sample))
    ? 'windows-1251'
    : 'windows-1252';
}

/** Latin text in UTF-16 has a zero in every second place. */
function zeroShares(sample: Uint8Array): { even: number; odd: number } {
  let even = 0;
  let odd = 0;
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const half = Math.max(1, sample.length / 2);
  return { even: even / half, odd: odd / half };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether a Russian section's title is in the text. */
function namesSection(text: string): boolean {
  return (text.match(/\p{Script=Cyrillic}+/gu) ?? []).some((word) => sectionTitled(word) !== null);
}

/** Terminals allow 31; brokers write a little more. */
const COMMENT_CHARS = 64;

/** The parser is fed in pieces, so that a row too many ends the work soon. */
const PIECE_CHARS = 256 * 1024;

/**
 * The rows of all tables of a page. Cells of class `hidden` stand apart: terminals put the order's comment
 * there, between two columns of the data and of no header.
 */
function readHtml(text: string): FileRow[] {
  const rows: FileRow[] = [];
  let cells: string[] | null = null;
  let cell: string | null = null;
  let hidden = false;
  let comment: string | undefined;
  let rowLine = 1;
  const lineAt = lineCounter(text);
  const structure = countTags('The page');

  const endCell = () => {
    if (cell !== null && hidden) comment ??= trimCell(cell.slice(0, COMMENT_CHARS)) || undefined;
    else if (cell !== null && cells && cells.length < CELLS_MAX) cells.push(trimCell(cell));
    cell = null;
  };
  const endRow = () => {
    endCell();
    if (cells && cells.length > 0) rows.push({ line: rowLine, cells, ...(comment && { comment }) });
    cells = null;
    comment = undefined;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        // The parser searches all open tags at each that closes: a deep page would take it for hours.
        structure.open();
        if (name === 'tr') {
          endRow();
          cells = [];
          rowLine = lineAt(parser.startIndex);
        } else if (name === 'td' || name === 'th') {
          endCell();
          cell = '';
          hidden = /(^|\s)hidden(\s|$)/.test(attributes.class ?? '');
        }
      },
      ontext(piece) {
        if (cell !== null && cell.length < CELL_CHARS_MAX)
          cell += piece.slice(0, CELL_CHARS_MAX - cell.length);
      },
      onclosetag(name) {
        structure.close();
        if (name === 'td' || name === 'th') endCell();
        else if (name === 'tr' || name === 'table') endRow();
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    parser.write(text.slice(at, at + PIECE_CHARS));
    if (rows.length > ROWS_MAX) throw tooManyRows();
  }
  parser.end();
  endRow();
  if (rows.length > ROWS_MAX) throw tooManyRows();
  return rows;
}

/** Lines of places that are asked for in rising order. */
function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (index) => {
    while (next >= 0 && next < index) {
      line += 1;
      next = text.indexOf('\n', next + 1);
    }
    return line;
  };
}

const DELIMITERS = [',', ';', '\t'] as const;
const SAMPLE_LINES = 50;
const SAMPLE_CHARS = 64 * 1024;

/** The rows of a table of text, whichever of comma, semicolon and tab divides its cells. */
export function readCsv(text: string): FileRow[] {
  expectLines(text);
  const rows: FileRow[] = [];
  let cellCount = 0;
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: PIECE_CHARS_MAX,
      to: ROWS_MAX + 1,
      on_record: (record: string[], { lines }) => {
        cellCount += record.length;
        if (cellCount > TAGS_MAX) throw tooManyCells();
        const cells = record
          .slice(0, CELLS_MAX)
          .map((cell) => trimCell(cell.slice(0, CELL_CHARS_MAX)));
        rows.push({ line: lines, cells });
        // What is kept is kept here: the parser's own list would hold everything a second time.
        return null;
      },
    });
  } catch (cause) {
    if (cause instanceof UnreadableReport) throw cause;
    throw new UnreadableReport('The table cannot be read: a quotation mark is never closed.', {
      cause,
    });
  }
  if (rows.length > ROWS_MAX) throw tooManyRows();
  return rows;
}

/** The parser keeps a whole line at a time, and one without an end falls into any number of cells. */
function expectLines(text: string): void {
  let begin = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) begin = at + 1;
    else if (at - begin >= PIECE_CHARS_MAX)
      throw new UnreadableReport(
        `The table has a line longer than ${PIECE_CHARS_MAX.toLocaleString('en-US')} characters, which no report has.`,
      );
  }
}

function tooManyCells(): UnreadableReport {
  return new UnreadableReport(
    `The table has more than ${TAGS_MAX.toLocaleString('en-US')} cells. Save it for a shorter period, in parts.`,
  );
}

/** The sign that most lines have most of; decimals may be written with a comma as well. */
function delimiterOf(text: string): string {
  const lines = text.slice(0, SAMPLE_CHARS).split('\n', SAMPLE_LINES);
  const scores = DELIMITERS.map((delimiter) => ({
    delimiter,
    lines: lines.filter((line) => line.split(delimiter).length > 8).length,
  }));
  scores.sort((a, b) => b.lines - a.lines);
  return scores[0]?.delimiter ?? ',';
}
