import { parentPort } from 'node:worker_threads';
import writeXlsxFile, { type Cell } from 'write-excel-file/node';

/** A cell: text, a figure as plain decimal text, or nothing. */
export type ExportCell = Readonly<
  | { kind: 'text'; text: string }
  | { kind: 'figure'; text: string; decimals: number }
  | { kind: 'none' }
>;

// A workbook of 100,000 rows is seconds of work in one piece, which the thread that answers calls cannot spare.
const port = parentPort;
if (!port) throw new Error('this file is started as a worker');

export type WorkbookMessage =
  | { kind: 'header'; names: string[] }
  | { kind: 'rows'; rows: ExportCell[][] }
  | { kind: 'end' };

const COLUMN_WIDTHS = [16, 20, 14, 12, 12, 10, 10, 10, 25, 25, 25, 25];

const sheet: Cell[][] = [];

port.on('message', (message: WorkbookMessage) => {
  switch (message.kind) {
    case 'header':
      sheet.push(message.names.map((value) => ({ value, type: String, fontWeight: 'bold' })));
      return;
    case 'rows':
      for (const row of message.rows) sheet.push(row.map(toCell));
      port.postMessage('more');
      return;
    case 'end':
      void finish();
  }
});

async function finish(): Promise<void> {
  const buffer = await writeXlsxFile(sheet, {
    columns: COLUMN_WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
  const bytes = new Uint8Array(buffer);
  port?.postMessage(bytes, [bytes.buffer]);
}

/** Texts are written as texts: no cell of the file holds a formula. */
function toCell(cell: ExportCell): Cell {
  if (cell.kind === 'none') return null;
  if (cell.kind === 'text') return { value: cell.text, type: String };
  const format = cell.decimals === 0 ? '0' : `0.${'0'.repeat(cell.decimals)}`;
  return { value: Number(cell.text), type: Number, format };
}
