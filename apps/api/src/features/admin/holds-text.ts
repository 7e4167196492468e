import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether a column holds a text, its case aside. A pattern of `ilike` may take a minute for a long text that
 * repeats its beginning; `strpos` looks at each letter once or twice, whatever both hold.
 */
export function holdsText(column: string, text: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`strpos(lower(${sql.ref(column)}), lower(${text}::text)) > 0`;
}
