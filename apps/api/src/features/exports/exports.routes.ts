import { Readable } from 'node:stream';
import { msg } from '@lingui/core/runtime-macro';
import type { HandlerInput } from '@quorate/contract/endpoint';
import {
  exportTrades as exportCall,
  SORTED_TRADES_MAX,
  XLSX_TRADES_MAX,
} from '@quorate/contract/trade-export';
import { NARROW_FIELDS } from '@quorate/contract/trade-filter';
import type { UserId } from '@quorate/values/ids';
import { isoFromInstant } from '@quorate/values/instant';
import type { Limits } from '../../config/limits.ts';
import type { Read, Reads } from '../../db/reads.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { Route } from '../../http/endpoint.ts';
import type { Words } from '../../http/error-words.ts';
import { countAgainst } from '../../http/rate-limit.ts';
import type { Clock } from '../../process/clock.ts';
import { findAccounts, type TradeFilter } from '../trades/trades.queries.ts';
import { filterOf } from '../trades/trades.service.ts';
import { csvFile, jsonFile, xlsxFile } from './export-files.ts';
import { countSelected, readTrades, withProvenance } from './exports.queries.ts';

const HOUR_MS = 3_600_000;

export function registerExports(
  route: Route,
  deps: { db: Db; reads: Reads; clock: Clock; limits: Limits },
): void {
  const limit = deps.limits.tradeExports;
  const perUser = {
    what: 'trade_export',
    limit,
    windowMs: HOUR_MS,
    words: msg`${{ limit }} files an hour`,
  };
  route(exportCall, async ({ query }, { user, reply }) => {
    await countAgainst(deps, perUser, user.id);
    const { name, type, content } = await exportTrades(deps, user.id, query);
    return reply
      .type(type)
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(content);
  });
}

type ExportQuery = HandlerInput<typeof exportCall>['query'];

type ExportFile = Readonly<{ name: string; type: string; content: Readable }>;

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/**
 * The trades a filter selects as a file. CSV and JSON are written while they are read: at no time more of
 * them is in memory than a page of rows.
 *
 * @throws AppError export_too_large
 */
async function exportTrades(
  { reads, clock }: { reads: Reads; clock: Clock },
  userId: UserId,
  query: ExportQuery,
): Promise<ExportFile> {
  const read: Read = (work) => reads(userId, work);
  const selection: TradeFilter = { ...filterOf(clock, userId, query), currency: query.currency };
  await read((db) => expectExportable(db, selection, query));
  const accounts = await read((db) => findAccounts(db, userId));
  const sorting = { sortBy: query.sort_by, sortOrder: query.sort_order };
  const pages = withProvenance(read, userId, readTrades(read, selection, sorting));
  const { format, time_zone: timeZone } = query;
  const name = `${fileStem(query, isoFromInstant(clock.now()))}.${format}`;
  switch (format) {
    case 'csv':
      return file(name, format, csvFile(pages, accounts, timeZone));
    case 'json':
      return file(name, format, jsonFile(pages, accounts, headOf(query, clock)));
    case 'xlsx':
      return file(name, format, [await xlsxFile(pages, accounts, timeZone)]);
  }
}

/** Counts where there is a limit; sorted by time, CSV and JSON have none. */
async function expectExportable(
  db: Db,
  selection: TradeFilter,
  { format, sort_by: sortBy }: ExportQuery,
): Promise<void> {
  const sorted = sortBy !== 'trade_time';
  if (format !== 'xlsx' && !sorted) return;
  const actual = await countSelected(db, selection);
  if (format === 'xlsx' && actual > XLSX_TRADES_MAX)
    throw tooLarge(XLSX_TRADES_MAX, actual, {
      what: msg`An Excel file`,
      instead: msg`Choose CSV, or a shorter period.`,
    });
  if (sorted && actual > SORTED_TRADES_MAX)
    throw tooLarge(SORTED_TRADES_MAX, actual, {
      what: msg`A file sorted by ${{ column: sortBy }}`,
      instead: msg`Sort by time, or choose a shorter period.`,
    });
}

function tooLarge(
  limit: number,
  actual: number,
  said: Readonly<{ what: Words; instead: Words }>,
): AppError {
  return new AppError('export_too_large', { details: { ...said, limit, actual } });
}

function file(
  name: string,
  format: keyof typeof TYPES,
  pieces: AsyncIterable<string> | Iterable<Buffer>,
): ExportFile {
  return {
    name,
    type: TYPES[format],
    content: Readable.from(pieces, { highWaterMark: 1, objectMode: true }),
  };
}

/** @example quorate-trades-real-2025-01-01-to-2025-01-31 */
function fileStem(query: ExportQuery, now: string): string {
  const { period, start_date: from, end_date: to } = query;
  const selected = NARROW_FIELDS.some((field) => query[field] !== undefined);
  const span = period === 'custom' ? `${from}-to-${to}` : `${period}-${now.slice(0, 10)}`;
  return [
    'quorate-trades',
    query.account_type,
    query.currency,
    span,
    selected ? 'selected' : undefined,
  ]
    .filter((part) => part !== undefined)
    .join('-');
}

function headOf(query: ExportQuery, clock: Clock) {
  return {
    exported_at: isoFromInstant(clock.now()),
    account_type: query.account_type ?? null,
    currency: query.currency ?? null,
    period: query.period,
    start_date: query.start_date ?? null,
    end_date: query.end_date ?? null,
    time_zone: query.time_zone,
    ...Object.fromEntries(NARROW_FIELDS.map((field) => [field, query[field] ?? null])),
  };
}
