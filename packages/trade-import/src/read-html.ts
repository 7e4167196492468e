import { Parser } from 'htmlparser2';
import { CELL_CHARS_MAX, CELLS_MAX, ROWS_MAX } from './limits.ts';
import type { FileRow } from './report.ts';
import { countTags } from './structure.ts';
import { tooManyRows } from './too-many-rows.ts';
import { trimCell } from './words.ts';

/** The parser is fed in pieces, so that a row too many ends the work soon. */
const PIECE_CHARS = 256 * 1024;

/**
 * The rows of all tables of a page. Cells of class `hidden` are left out: terminals put the order's comment
 * there, between two columns of the data and of no header.
 */
export function readHtml(text: string): FileRow[] {
  const rows: FileRow[] = [];
  let cells: string[] | null = null;
  let cell: string | null = null;
  let hidden = false;
  let rowLine = 1;
  const lineAt = lineCounter(text);
  const structure = countTags('The page');

  const endCell = () => {
    if (cell !== null && !hidden && cells && cells.length < CELLS_MAX) cells.push(trimCell(cell));
    cell = null;
  };
  const endRow = () => {
    endCell();
    if (cells && cells.length > 0) rows.push({ line: rowLine, cells });
    cells = null;
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
