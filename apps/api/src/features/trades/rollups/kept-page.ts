import type { TradeRecord } from '../trades.queries.ts';
import { readFirst, readRest } from './page-keys.ts';
import { readProfits } from './page-profits.ts';
import type { Search } from './page-search.ts';
import type { Part } from './parts.ts';
import { segmentsOf } from './segments.ts';

/**
 * A page at any depth without counting through what comes before it: the kept counts tell under which
 * key, or in which class of profits, it begins, and among rows that sort alike on which day.
 */
export async function keptPage(search: Search, parts: readonly Part[]): Promise<TradeRecord[]> {
  const { page } = search;
  const [first, ...rest] = segmentsOf(parts, page);
  if (!first) return [];
  if (page.sortBy === 'trade_time') return readFirst(search, parts, first);
  if (page.sortBy === 'profit') return readProfits(search, parts, [first, ...rest]);
  const pieces = await Promise.all([readFirst(search, parts, first), readRest(search, rest)]);
  return pieces.flat();
}
