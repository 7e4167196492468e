import type { ColumnType } from 'kysely';
import pg from 'pg';

/** A moment: `Date` out of the database, `Date` into it. */
export type Moment = ColumnType<Date, Date, Date>;
export type NullableMoment = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** numeric: decimal text out, decimal text or number in. */
export type Numeric = ColumnType<string, string | number, string | number>;
export type NullableNumeric = ColumnType<
  string | null,
  string | number | null,
  string | number | null
>;
/** jsonb: parsed out, JSON text in. */
export type Json<T> = ColumnType<T, string, string>;

/** A bigint of the database as a number. @throws RangeError beyond 2^53 */
export function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond the exact integers`);
  return value;
}

/** Reads bigint columns as the embedded database does. */
export const typeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
) => (oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format));
