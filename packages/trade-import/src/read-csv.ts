import { parse } from 'csv-parse/sync';
import { CELL_CHARS_MAX, CELLS_MAX, PIECE_CHARS_MAX, ROWS_MAX, TAGS_MAX } from './limits.ts';
import type { FileRow } from './report.ts';
import { tooManyRows } from './too-many-rows.ts';
import { UnreadableReport } from './unreadable.ts';
import { trimCell } from './words.ts';

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
