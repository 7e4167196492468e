import { stringify } from 'csv-stringify/sync';
import { type Accounts, exportCells, exportHeader, localTimes } from './export-row.ts';
import type { ExportedTrade } from './exports.queries.ts';

/** Without it Excel reads UTF-8 as the encoding of its country. */
const BYTE_ORDER_MARK = '\ufeff';

/** A table of text in pieces, as long as a page of rows each. */
export async function* csvFile(
  pages: AsyncIterable<readonly ExportedTrade[]>,
  accounts: Accounts,
  timeZone: string,
): AsyncGenerator<string> {
  const localTime = localTimes(timeZone);
  yield BYTE_ORDER_MARK + csvLines([exportHeader(timeZone)]);
  for await (const rows of pages) {
    yield csvLines(
      rows.map((row) =>
        exportCells(row, accounts, localTime).map((cell) =>
          cell.kind === 'none' ? '' : cell.text,
        ),
      ),
    );
  }
}

function csvLines(rows: string[][]): string {
  return stringify(rows, { record_delimiter: 'windows' });
}
