import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  currencyDigits,
  currencyOf,
  money,
  moneyToDecimal,
  moneyToNumber,
} from '@quorate/values/money';
import { stringify } from 'csv-stringify/sync';
import pLimit from 'p-limit';
import type { ExportedTrade } from './exports.queries.ts';
import type { ExportCell, WorkbookMessage } from './xlsx-worker.ts';

type Accounts = ReadonlyMap<string, { server: string; login: string }>;

const NOTHING: ExportCell = { kind: 'none' };

/** The columns in their order. The viewer's zone is named in the headers of its times. */
function exportHeader(timeZone: string): string[] {
  return [
    'position_ticket',
    'account_server',
    'account_login',
    'account_type',
    'symbol',
    'trade_type',
    'status',
    'volume',
    'opened_at_utc',
    `opened_at (${timeZone})`,
    'closed_at_utc',
    `closed_at (${timeZone})`,
    'open_price',
    'close_price',
    'stop_loss',
    'take_profit',
    'gross_profit',
    'commission',
    'swap',
    'fee',
    'net_profit',
    'initial_risk',
    'currency',
    'decision_id',
  ];
}

function exportCells(
  row: ExportedTrade,
  accounts: Accounts,
  localTime: (moment: Date) => string,
): ExportCell[] {
  const currency = currencyOf(row.currency);
  const account = accounts.get(row.account_id);
  const amount = (minor: number | null): ExportCell =>
    minor === null
      ? NOTHING
      : figure(moneyToDecimal(money(minor, currency)), currencyDigits(currency));
  const price = (text: string | null): ExportCell =>
    text === null ? NOTHING : figure(Number(text).toFixed(row.digits), row.digits);
  const utc = (moment: Date | null): ExportCell =>
    moment === null ? NOTHING : text(moment.toISOString());
  const local = (moment: Date | null): ExportCell =>
    moment === null ? NOTHING : text(localTime(moment));
  return [
    text(row.position_ticket),
    text(account?.server ?? ''),
    text(account?.login ?? ''),
    text(row.account_type),
    text(row.symbol),
    text(row.trade_type),
    text(row.status),
    figure(String(Number(row.volume)), 2),
    utc(row.opened_at),
    local(row.opened_at),
    utc(row.closed_at),
    local(row.closed_at),
    price(row.open_price),
    price(row.close_price),
    price(row.stop_loss),
    price(row.take_profit),
    amount(row.gross_profit),
    amount(row.commission),
    amount(row.swap),
    amount(row.fee),
    amount(row.profit),
    amount(row.initial_risk),
    text(row.currency),
    text(row.decision_id ?? ''),
  ];
}

/**
 * Text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe in front. Servers
 * and symbols are named by others. Source: OWASP, CSV injection.
 */
function safeText(value: string): string {
  return /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
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

/** What the file says of itself before its trades. */
type FileHead = Readonly<Record<string, string | null>>;

/** One JSON document in pieces: how it was selected, then the trades, in the words of the calls. */
export async function* jsonFile(
  pages: AsyncIterable<readonly ExportedTrade[]>,
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

function toJson(row: ExportedTrade, accounts: Accounts) {
  const currency = currencyOf(row.currency);
  const amount = (minor: number | null) =>
    minor === null ? null : moneyToNumber(money(minor, currency));
  const price = (text: string | null) => (text === null ? null : Number(text));
  const account = accounts.get(row.account_id);
  return {
    position_ticket: row.position_ticket,
    account: { server: account?.server ?? null, login: account?.login ?? null },
    account_type: row.account_type,
    symbol: row.symbol,
    trade_type: row.trade_type,
    status: row.status,
    volume: Number(row.volume),
    digits: row.digits,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    open_price: price(row.open_price),
    close_price: price(row.close_price),
    stop_loss: price(row.stop_loss),
    take_profit: price(row.take_profit),
    gross_profit: amount(row.gross_profit),
    commission: amount(row.commission),
    swap: amount(row.swap),
    fee: amount(row.fee),
    net_profit: amount(row.profit),
    initial_risk: amount(row.initial_risk),
    currency: row.currency,
    decision_id: row.decision_id,
  };
}

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
