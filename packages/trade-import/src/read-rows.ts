import { decodeText } from './decode-text.ts';
import { FILE_BYTES_MAX } from './limits.ts';
import { readCsv } from './read-csv.ts';
import { readHtml } from './read-html.ts';
import { readXlsx } from './read-xlsx.ts';
import type { FileRow, ReportFormat } from './report.ts';
import { unpack } from './unpack.ts';
import { UnreadableReport } from './unreadable.ts';

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
