import { PIECE_CHARS_MAX, ROWS_MAX, SHEET_COLUMNS_MAX } from './limits.ts';
import { countTags } from './structure.ts';
import { tooManyRows } from './too-many-rows.ts';
import { UnreadableReport } from './unreadable.ts';

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
export function checkXml(bytes: Buffer): void {
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
