/**
 * What an export reads of a table: these columns of the user's rows, in the order of `key`. Columns are
 * named one by one, so that a new one with a secret does not leave by itself; a test compares the
 * lists with the schema.
 */
export type ExportTable = Readonly<{
  table: string;
  columns: readonly string[];
  /** Unique among the user's rows, and indexed with the user in front where there are many. */
  key: readonly string[];
  /** Rows read at once; fewer where rows are long. */
  batch: number;
}>;
