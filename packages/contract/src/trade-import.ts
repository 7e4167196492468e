import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { accountType, currencyCode, isoTime, tradeSide, typedText, uuid } from './fields.ts';

/** The largest report; the same as the reader's own limit. */
export const REPORT_BYTES_MAX = 150_000_000;

/** The largest body. A report that is larger travels packed with gzip, to a twentieth of its size. */
export const IMPORT_BYTES_MAX = 20 * 1024 * 1024;

/** Trades and faults that a preview shows. */
export const PREVIEW_TRADES = 20;
export const PREVIEW_FAULTS = 100;

/**
 * What the trading server's clock shows. `new_york_plus_7`: New York + 7 h with its daylight saving, as most
 * servers have. `fixed`: always `offset_minutes` ahead of UTC.
 */
export const SERVER_CLOCKS = ['new_york_plus_7', 'fixed'] as const;
export const serverClock = z.enum(SERVER_CLOCKS);
export type ServerClock = z.output<typeof serverClock>;

export const offsetMinutes = z
  .int('must be a whole number')
  .min(-720, 'must be from -720 to 840')
  .max(840, 'must be from -720 to 840')
  .multipleOf(15, 'must be a multiple of 15');

/** Who the trades belong to, where the file does not say. What it says comes first. */
const ownerFields = {
  login: typedText({ min: 1, max: 64, name: 'The login' }).optional(),
  server: typedText({ min: 1, max: 64, name: 'The server' }).optional(),
  currency: currencyCode.optional(),
};

/** A time of the server's clock: 2025-01-02T14:00:00, without a zone. */
const serverTime = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);

export const importPreviewTrade = z.object({
  line: z.int(),
  position_ticket: z.string(),
  symbol: z.string(),
  trade_type: tradeSide,
  volume: z.number(),
  digits: z.int(),
  open_price: z.number(),
  close_price: z.number(),
  /** As the report has them. */
  opened_server: serverTime,
  closed_server: serverTime,
  /** In UTC on the clock `new_york_plus_7`; on a fixed one it is the server's time less the offset. */
  opened_at: isoTime,
  closed_at: isoTime,
  /** Net; null while the currency is not known. */
  profit: z.number().nullable(),
});
export type ImportPreviewTrade = z.output<typeof importPreviewTrade>;

const importFault = z.object({
  /** Line of the file, or row of the workbook, from 1. */
  line: z.int(),
  message: z.string(),
});

/** The body of both calls is the file, packed with gzip or as it is, sent as application/octet-stream. */
export const previewImport = defineEndpoint({
  method: 'POST',
  path: '/api/user/imports/preview',
  auth: 'user',
  summary: 'Reads a trade history report of MetaTrader 5 and says what is in it; stores nothing',
  query: z.object(ownerFields),
  reply: z.object({
    success: z.literal(true),
    format: z.enum(['html', 'xlsx', 'csv']),
    /** null: the columns were told by their order. */
    language: z.string().nullable(),
    /** What the file names, or the call; null where neither does. The holder's name is not read. */
    account: z.object({
      login: z.string().nullable(),
      server: z.string().nullable(),
      currency: z.string().nullable(),
      account_type: accountType,
      /** Trades of it, or a bot on it, have been seen before. */
      known: z.boolean(),
    }),
    trades: z.int(),
    /** Of them: not stored yet, and stored already. Both 0 while the account is not known. */
    new_trades: z.int(),
    known_trades: z.int(),
    first_opened_server: serverTime.nullable(),
    last_closed_server: serverTime.nullable(),
    /** Deposits, withdrawals and the like, which are no trades. */
    balance_deals: z.int(),
    open_positions: z.int(),
    proposed_clock: serverClock,
    proposed_offset_minutes: z.int(),
    /** Stored trades the proposal was measured on; with 0 it is what most servers have. */
    measured_on: z.int(),
    /** From the first to the last, so that a wrong clock shows on either side of its change. */
    sample_trades: z.array(importPreviewTrade),
    fault_count: z.int(),
    faults: z.array(importFault),
  }),
  errors: [
    'unauthorized',
    'validation_failed',
    'unsupported_media_type',
    'body_too_large',
    'report_unreadable',
    'import_limit_reached',
    'imports_busy',
    'rate_limited',
  ],
  fileBody: true,
  bodyLimit: IMPORT_BYTES_MAX,
  timeoutMs: 120_000,
});
export type ImportPreview = z.output<typeof previewImport.reply>;

export const importTrades = defineEndpoint({
  method: 'POST',
  path: '/api/user/imports',
  auth: 'user',
  summary:
    'Stores the trades of a report; sending it again changes nothing, and what the bot stored stays',
  query: z
    .object({
      ...ownerFields,
      account_type: accountType,
      clock: serverClock,
      /** What the import is listed as. */
      file_name: typedText({ min: 1, max: 200, name: 'The file name' }).default('Report'),
      /** With a fixed clock only. */
      offset_minutes: z.preprocess(numberInAddress, offsetMinutes.optional()),
    })
    .superRefine((query, context) => {
      if (query.clock === 'fixed' && query.offset_minutes === undefined)
        context.addIssue({
          code: 'custom',
          path: ['offset_minutes'],
          message: 'is needed for a fixed clock',
        });
    }),
  reply: z.object({
    success: z.literal(true),
    created: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    /** To take it back by; null when nothing was new. */
    import_id: uuid.nullable(),
    /** Rows that were left out; the preview names them. */
    faults: z.int(),
  }),
  errors: [
    'unauthorized',
    'validation_failed',
    'unsupported_media_type',
    'body_too_large',
    'report_unreadable',
    'import_limit_reached',
    'imports_busy',
    'rate_limited',
    'account_mismatch',
    'storage_full',
  ],
  fileBody: true,
  bodyLimit: IMPORT_BYTES_MAX,
  timeoutMs: 120_000,
});
export type ImportResult = z.output<typeof importTrades.reply>;

/** Addresses carry texts; an empty one is no number. */
function numberInAddress(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d{1,5}$/.test(value) ? Number(value) : value;
}
