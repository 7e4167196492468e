import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidField } from '../engine/api-error.ts';
import { parse } from './parse.ts';

const MOST_PER_PAGE = 200;
const USUAL_PER_PAGE = 50;

/** A query as it comes: a name given twice is a fault of the caller, the last one counts. */
export type Query = Readonly<Record<string, string | undefined>>;

const querySchema = z.record(
  z.string(),
  z.union([z.string(), z.array(z.string()).transform((all) => all.at(-1) ?? '')]),
);

const pageSchema = z.object({
  per_page: z.coerce.number().int().min(1).max(MOST_PER_PAGE).default(USUAL_PER_PAGE),
  after: z.string().optional(),
  order_by: z
    .string()
    .regex(/^[a-z_]+\[(ASC|DESC)\]$/i, 'must be such as id[ASC]')
    .optional(),
});

/** The query of a request, every value as text. */
export function queryOf(request: FastifyRequest): Query {
  return parse(querySchema, request.query);
}

/** One entity in the provider's envelope. */
export function one(request: FastifyRequest, data: unknown) {
  return { data, meta: { request_id: request.id } };
}

/**
 * One page of a list, with the address of the next one. Lists are in the order of ids, the newest first
 * unless `order_by` says ASC.
 *
 * @param idOf what `after` refers to
 */
export function page<T>(
  request: FastifyRequest,
  url: string,
  rows: readonly T[],
  idOf: (row: T) => string,
  show: (row: T) => unknown = (row) => row,
) {
  const query = queryOf(request);
  const { per_page: perPage, after, order_by: orderBy } = parse(pageSchema, query);
  const ordered = /\[ASC\]$/i.test(orderBy ?? '') ? [...rows] : rows.toReversed();
  const afterAt = after === undefined ? -1 : ordered.findIndex((row) => idOf(row) === after);
  if (after !== undefined && afterAt === -1)
    throw invalidField('after', 'names nothing in this list');
  const rest = ordered.slice(afterAt + 1);
  const shown = rest.slice(0, perPage);
  const last = shown.at(-1);
  const next = new URL(request.url, url);
  if (last !== undefined) next.searchParams.set('after', idOf(last));
  return {
    data: shown.map(show),
    meta: {
      request_id: request.id,
      pagination: {
        per_page: perPage,
        next: next.href,
        has_more: rest.length > perPage,
        estimated_total: rows.length,
      },
    },
  };
}

/** Whether a field is among the comma separated values that a query asks for; an absent one asks for all. */
export function isAsked(wanted: string | undefined, value: string | null): boolean {
  if (wanted === undefined || wanted === '') return true;
  return value !== null && wanted.split(',').includes(value);
}

/** Compares a moment with `field`, `field[GT]`, `field[GTE]`, `field[LT]` and `field[LTE]` of a query. */
export function isInTime(query: Query, field: string, moment: string | null): boolean {
  const at = moment === null ? Number.NaN : Date.parse(moment);
  const holds = (suffix: string, compare: (limit: number) => boolean) => {
    const limit = query[`${field}${suffix}`];
    return limit === undefined || compare(Date.parse(limit));
  };
  return (
    holds('', (limit) => at === limit) &&
    holds('[GT]', (limit) => at > limit) &&
    holds('[GTE]', (limit) => at >= limit) &&
    holds('[LT]', (limit) => at < limit) &&
    holds('[LTE]', (limit) => at <= limit)
  );
}
