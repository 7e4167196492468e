import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { type Accounts, exportCells, exportHeader, localTimes } from './export-row.ts';
import type { ExportedTrade } from './exports.queries.ts';
import type { WorkbookMessage } from './xlsx-worker.ts';

const WORKER = new URL('./xlsx-worker.ts', import.meta.url);

const WORKER_MEMORY_MB = 1_536;

/** Each is put together in memory, by a core of its own. */
const slot = pLimit(1);

/** A workbook of one sheet, put together in a worker. The caller keeps the number of rows in bounds. */
export function xlsxFile(
  pages: AsyncIterable<readonly ExportedTrade[]>,
  accounts: Accounts,
  timeZone: string,
): Promise<Buffer> {
  return slot(async () => {
    const worker = new Worker(WORKER, {
      resourceLimits: { maxOldGenerationSizeMb: WORKER_MEMORY_MB },
      env: {},
    });
    const ended = new Promise<never>((_resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the workbook’s worker ended too soon')));
    });
    // Each wait below is for it as well: an end that nobody waits for is no fault.
    ended.catch(() => undefined);
    const ask = async (message: WorkbookMessage): Promise<unknown> => {
      const answer = once(worker, 'message') as Promise<[unknown]>;
      worker.postMessage(message);
      const [said] = await Promise.race([answer, ended]);
      return said;
    };
    try {
      const localTime = localTimes(timeZone);
      worker.postMessage({ kind: 'header', names: exportHeader(timeZone) });
      for await (const rows of pages)
        await ask({
          kind: 'rows',
          rows: rows.map((row) => exportCells(row, accounts, localTime)),
        });
      const bytes = await ask({ kind: 'end' });
      if (!(bytes instanceof Uint8Array)) throw new Error('the worker gave no workbook');
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } finally {
      await worker.terminate();
    }
  });
}
