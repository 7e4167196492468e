import type { Pagination } from '@quorate/contract/reply';
import {
  type Expression,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { offsetOf, type PageRequest, paginate } from '../../http/paging.ts';

/**
 * A page of a list of the back office, and how many rows fit in all.
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

/**
 * The conditions that are asked for.
 *
 * @example query.where((row) => row.and(wanted(rating !== undefined && row('rating', '=', rating))))
 */
export function wanted(...conditions: (Expression<SqlBool> | false | '')[]): Expression<SqlBool>[] {
  return conditions.filter((condition) => typeof condition === 'object');
}

/**
 * Whether a column holds a text, its case aside. A pattern of `ilike` may take a minute for a long text that
 * repeats its beginning; `strpos` looks at each letter once or twice, whatever both hold.
 */
export function holdsText(column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${text}::text)) > 0`;
}

type Iso<Value> = Value extends Date ? string : Value;

/** A row as it is answered: each moment in ISO 8601. */
export function isoTimes<Row extends object>(row: Row): { [Name in keyof Row]: Iso<Row[Name]> } {
  const entries = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return Object.fromEntries(entries) as { [Name in keyof Row]: Iso<Row[Name]> };
}
