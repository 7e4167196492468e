import type { Pagination } from '@quorate/contract/reply';

/** The paging part of a parsed query; pages count from 1. */
export type PageRequest = { page: number; per_page: number };

export function offsetOf({ page, per_page }: PageRequest): number {
  return (page - 1) * per_page;
}

export function paginate({ page, per_page }: PageRequest, total: number): Pagination {
  return { page, per_page, total, total_pages: Math.ceil(total / per_page) };
}
