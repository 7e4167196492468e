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

/** Tags within tags: a terminal's page has a dozen, a workbook fewer. */
export const DEPTH_MAX = 100;

/** Tags of a page or a workbook's part, cells of a table: 400,000 rows of fifteen cells stay below it. */
export const TAGS_MAX = 10_000_000;

/** Characters of one tag with its attributes, of one text between tags, and of one line of a table. */
export const PIECE_CHARS_MAX = 64 * 1024;

/** The rightmost column of a workbook that may hold anything: its reader fills every row up to there. */
export const SHEET_COLUMNS_MAX = 256;

/** Rows in which a table without a title is looked for: it begins at the top of its file. */
export const UNTITLED_ROWS_MAX = 1_000;
