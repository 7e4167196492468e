import type { Pagination } from '@quorate/contract/reply';
import type { SelectQueryBuilder } from 'kysely';

/** The paging part of a parsed query; pages count from 1. */
export type PageRequest = { page: number; per_page: number };

export function offsetOf({ page, per_page }: PageRequest): number {
  return (page - 1) * per_page;
}

export function paginate({ page, per_page }: PageRequest, total: number): Pagination {
  return { page, per_page, total, total_pages: Math.ceil(total / per_page) };
}

/**
 * A page of a list, and how many rows fit in all.
 *
 * @param matching what fits, without columns
 * @param shown adds to it what a row shows, and the order
 */
export async function readPage<DB, TB extends keyof DB, Shown, Joined extends keyof Shown, Row>(
  page: PageRequest,
  matching: SelectQueryBuilder<DB, TB, Record<never, never>>,
  shown: (
    matching: SelectQueryBuilder<DB, TB, Record<never, never>>,
  ) => SelectQueryBuilder<Shown, Joined, Row>,
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const [rows, [count]] = await Promise.all([
    shown(matching).limit(page.per_page).offset(offsetOf(page)).execute(),
    matching.select(({ fn }) => fn.countAll<number>().as('total')).execute(),
  ]);
  const { total } = count as { total: number };
  return { rows: rows as Row[], pagination: paginate(page, total) };
}
