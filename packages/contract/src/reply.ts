import { z } from 'zod';
import './no-eval.ts';

/** The answer of calls that only say that they did what was asked. */
export const messageReply = z.object({ success: z.literal(true), message: z.string() });

/** Page sizes the trade history offers (specification, section 9). */
export const PAGE_SIZES = [10, 25, 50, 100, 200, 500] as const;
export const DEFAULT_PAGE_SIZE = 50;

/** Query part of every paged list. Pages count from 1. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(500).default(DEFAULT_PAGE_SIZE),
};

/** Answer part of every paged list. An empty list has 0 pages. */
export const pagination = z.object({
  page: z.number().int(),
  per_page: z.number().int(),
  total: z.number().int(),
  total_pages: z.number().int(),
});
export type Pagination = z.output<typeof pagination>;
