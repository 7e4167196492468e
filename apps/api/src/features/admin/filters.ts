import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';

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
