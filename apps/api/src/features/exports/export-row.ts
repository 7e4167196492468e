import { currencyDigits, currencyOf, money, moneyToDecimal } from '@quorate/values/money';
import type { ExportedTrade } from './exports.queries.ts';

export type Accounts = ReadonlyMap<string, { server: string; login: string }>;

/** A cell: text, a figure as plain decimal text, or nothing. */
export type ExportCell = Readonly<
  | { kind: 'text'; text: string }
  | { kind: 'figure'; text: string; decimals: number }
  | { kind: 'none' }
>;

const NOTHING: ExportCell = { kind: 'none' };

/** The columns in their order. The viewer's zone is named in the headers of its times. */
export function exportHeader(timeZone: string): string[] {
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

export function exportCells(
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
export function localTimes(timeZone: string): (moment: Date) => string {
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
