/** The largest report that is read: fifty thousand trades with their orders and deals, as HTML in UTF-16. */
export const FILE_BYTES_MAX = 150_000_000;

/** Rows of a report in all its sections together. */
export const ROWS_MAX = 400_000;

/** What a workbook may unpack to: 400,000 rows of fifteen cells stay below it, a zip bomb does not. */
export const UNPACKED_BYTES_MAX = 300 * 1024 * 1024;

export const ZIP_ENTRIES_MAX = 200;

/** Cells of a row, and characters of a cell, beyond which nothing is kept. */
export const CELLS_MAX = 64;
export const CELL_CHARS_MAX = 500;
