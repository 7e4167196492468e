import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { checkCustomPeriod, tradeFilterFields } from './trade-filter.ts';
import { SORT_KEYS } from './trades.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const;
export const exportFormat = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.output<typeof exportFormat>;

/** A workbook is put together in memory. */
export const XLSX_TRADES_MAX = 100_000;

/** Sorted by time, any number of trades is read from an index; sorted otherwise, all of them are sorted. */
export const SORTED_TRADES_MAX = 50_000;

/** The trades a filter selects, as a file. With a currency, those in it alone. */
export const exportTrades = defineEndpoint({
  method: 'GET',
  path: '/api/user/exports/trades',
  auth: 'user',
  summary: 'The trades a filter selects, as a CSV, Excel or JSON file',
  query: z
    .object({
      ...tradeFilterFields,
      format: exportFormat,
      sort_by: z.enum(SORT_KEYS).default('trade_time'),
      sort_order: z.enum(['asc', 'desc']).default('desc'),
    })
    .superRefine(checkCustomPeriod),
  reply: z.unknown(),
  file: true,
  errors: ['unauthorized', 'validation_failed', 'export_too_large', 'rate_limited'],
  timeoutMs: 300_000,
});
