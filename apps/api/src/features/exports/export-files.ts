import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { currencyDigits, currencyOf, money, moneyToDecimal } from '@quorate/values/money';
import { stringify } from 'csv-stringify/sync';
import pLimit from 'p-limit';
import { safeText } from '../../http/safe-text.ts';
import { figuresOf, statusOf, TRADE_COLUMNS, type TradeColumn } from '../trades/trade-columns.ts';
import type { ExportedTrade, TradeInFile } from './exports.queries.ts';
import type { ExportCell, WorkbookMessage } from './xlsx-worker.ts';

type Accounts = ReadonlyMap<string, { server: string; login: string }>;

const NOTHING: ExportCell = { kind: 'none' };

/** The columns in their order. The viewer's zone is named in the headers of its times. */
function exportHeader(timeZone: string): string[] {
  const names = TRADE_COLUMNS.flatMap((column: TradeColumn) =>
    column.kind === 'time'
      ? [`${column.name}_utc`, `${column.name} (${timeZone})`]
      : [column.file ?? column.name],
  );
  return [...names.toSpliced(1, 0, 'account_server', 'account_login'), 'provenance'];
}

function exportCells(
  row: TradeInFile,
  accounts: Accounts,
  localTime: (moment: Date) => string,
): ExportCell[] {
  const account = accounts.get(row.account_id);
  const cells = TRADE_COLUMNS.flatMap((column) => cellsOf(row, column, localTime));
  const named = cells.toSpliced(1, 0, text(account?.server ?? ''), text(account?.login ?? ''));
  return [...named, text(row.provenance)];
}

function cellsOf(
  row: ExportedTrade,
  { name, kind }: (typeof TRADE_COLUMNS)[number],
  localTime: (moment: Date) => string,
): ExportCell[] {
  if (kind === 'status') return [text(statusOf(row))];
  const value = row[name];
  if (value === null) return kind === 'time' ? [NOTHING, NOTHING] : [NOTHING];
  switch (kind) {
    case 'text':
      return [text(String(value))];
    case 'time': {
      const moment = new Date(value);
      return [text(moment.toISOString()), text(localTime(moment))];
    }
    case 'volume':
      return [figure(String(Number(value)), 2)];
    case 'price':
      return [figure(Number(value).toFixed(row.digits), row.digits)];
    case 'excursion':
    case 'money': {
      const currency = currencyOf(row.currency);
      return [figure(moneyToDecimal(money(Number(value), currency)), currencyDigits(currency))];
    }
  }
}

/** Times in a zone: 2025-01-31 14:05:00. Making one for every row would cost more than the row. */
function localTimes(timeZone: string): (moment: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return (moment) => format.format(moment);
}

function text(value: string): ExportCell {
  return value === '' ? NOTHING : { kind: 'text', text: safeText(value) };
}

function figure(value: string, decimals: number): ExportCell {
  return { kind: 'figure', text: value, decimals };
}

/** Without it Excel reads UTF-8 as the encoding of its country. */
const BYTE_ORDER_MARK = '\ufeff';

/** A table of text in pieces, as long as a page of rows each. */
export async function* csvFile(
  pages: AsyncIterable<readonly TradeInFile[]>,
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

/** What the file says of itself before its trades. */
type FileHead = Readonly<Record<string, string | null>>;

/** One JSON document in pieces: how it was selected, then the trades, in the words of the calls. */
export async function* jsonFile(
  pages: AsyncIterable<readonly TradeInFile[]>,
  accounts: Accounts,
  head: FileHead,
): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},\n"trades": [`;
  let first = true;
  for await (const rows of pages) {
    const lines = rows.map((row) => JSON.stringify(toJson(row, accounts))).join(',\n');
    yield first ? `\n${lines}` : `,\n${lines}`;
    first = false;
  }
  yield '\n]}\n';
}

function toJson(row: TradeInFile, accounts: Accounts): object {
  const { server = null, login = null } = accounts.get(row.account_id) ?? {};
  const figures: Readonly<Record<string, unknown>> = figuresOf(row);
  const entries = TRADE_COLUMNS.flatMap((column: TradeColumn) => {
    const { name, kind, wire = name, file = name } = column;
    const stored = row[name as (typeof TRADE_COLUMNS)[number]['name']];
    const value = kind === 'time' || kind === 'text' ? jsonOf(stored) : (figures[wire] ?? null);
    return [[file, value]];
  });
  // Who holds the account and the decimals of the prices stand beside what they explain.
  const at = (name: string) => entries.findIndex(([key]) => key === name) + 1;
  entries.splice(at('volume'), 0, ['digits', row.digits]);
  entries.splice(at('position_ticket'), 0, ['account', { server, login }]);
  entries.push(['provenance', row.provenance || null]);
  return Object.fromEntries(entries);
}

function jsonOf(stored: Date | string | number | null): string | number | null {
  return stored instanceof Date ? stored.toISOString() : stored;
}

const WORKER = new URL('./xlsx-worker.ts', import.meta.url);

const WORKER_MEMORY_MB = 1_536;

/** Each is put together in memory, by a core of its own. */
const slot = pLimit(1);

/** A workbook of one sheet, put together in a worker. The caller keeps the number of rows in bounds. */
export function xlsxFile(
  pages: AsyncIterable<readonly TradeInFile[]>,
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
