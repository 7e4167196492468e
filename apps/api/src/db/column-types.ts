import type { ColumnType } from 'kysely';

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
