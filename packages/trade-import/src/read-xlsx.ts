import readXlsxFile from 'read-excel-file/node';
import { checkedZip } from './check-zip.ts';
import { CELL_CHARS_MAX, CELLS_MAX, ROWS_MAX } from './limits.ts';
import type { FileRow } from './report.ts';
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
