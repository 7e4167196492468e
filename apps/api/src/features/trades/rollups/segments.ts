import type { Db } from '../../../db/tables.ts';
import type { TimeRange } from '../../../http/period-range.ts';
import type { TradePage } from '../trades.queries.ts';
import { monthOf } from './month-of.ts';
import { type Counts, type Part, readSpans } from './parts.ts';
import type { Owner } from './read-cells.ts';

/** Rows of one key next to each other on a page: so many after so many others of the same key. */
export type Segment = { key: string; skip: number; take: number };

/** Under which keys a page lies, in its order. Keys that are not symbols are numbers. */
export function segmentsOf(parts: readonly Part[], page: TradePage): Segment[] {
  const totals: Counts = {};
  for (const { counts } of parts)
    for (const key in counts) totals[key] = (totals[key] ?? 0) + (counts[key] ?? 0);
  const numeric = page.sortBy === 'volume' || page.sortBy === 'profit';
  const keys = Object.keys(totals).sort((a, b) =>
    numeric ? Number(a) - Number(b) : Number(a > b) - Number(a < b),
  );
  if (page.sortOrder === 'desc') keys.reverse();
  const segments: Segment[] = [];
  let skip = page.offset;
  let wanted = page.limit;
  for (const key of keys) {
    const count = totals[key] ?? 0;
    if (skip >= count) {
      skip -= count;
      continue;
    }
    const take = Math.min(wanted, count - skip);
    segments.push({ key, skip, take });
    skip = 0;
    wanted -= take;
    if (wanted === 0) break;
  }
  return segments;
}

/**
 * Where among rows that sort alike a page begins: the range without the months and days that lie before
 * it, and how many rows of the first day are still to be skipped.
 */
export async function jump(
  search: { db: Db; owner: Owner; sortBy: TradePage['sortBy']; ascending: boolean },
  range: TimeRange,
  parts: readonly Part[],
  { key, skip }: { key: string; skip: number },
): Promise<{ range: TimeRange; skip: number }> {
  let left = skip;
  const sign = search.ascending ? 1 : -1;
  const inOrder = parts.toSorted((a, b) => sign * (timeOf(a) - timeOf(b)));
  for (const together of inParts(inOrder)) {
    const count = together.reduce((sum, { counts }) => sum + (counts[key] ?? 0), 0);
    if (left >= count) {
      left -= count;
      continue;
    }
    const [{ month, from, to }] = together;
    if (month !== null) {
      const spans = { months: null, days: [monthOf(month)], ragged: [] };
      const days = await readSpans(search.db, search.owner, spans, search.sortBy);
      return jump(search, range, days, { key, skip: left });
    }
    return {
      range: search.ascending ? { from, to: range.to } : { from: range.from, to },
      skip: left,
    };
  }
  return { range, skip };
}

/** Parts of the same time, one of each account. */
function inParts(parts: readonly Part[]): [Part, ...Part[]][] {
  const groups: [Part, ...Part[]][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    if (last && timeOf(last[0]) === timeOf(part)) last.push(part);
    else groups.push([part]);
  }
  return groups;
}

function timeOf({ from }: Part): number {
  return from?.getTime() ?? Number.NEGATIVE_INFINITY;
}
