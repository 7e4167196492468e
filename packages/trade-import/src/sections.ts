import {
  COLUMNS,
  type Column,
  columnNamed,
  LANGUAGE_CODES,
  type LanguageCode,
  type Section,
  sectionTitled,
} from './languages.ts';
import { UNTITLED_ROWS_MAX } from './limits.ts';
import type { FileRow } from './report.ts';
import { serverTime } from './times.ts';

export type Table = Readonly<{ section: Section; header: FileRow; rows: readonly FileRow[] }>;

/** A header has at least this many known words; a total or a comment never does. */
const HEADER_WORDS_MIN = 5;

/**
 * The tables of a report. A title, alone in its row, begins one; the next title, known or not, ends it. A
 * file without titles, as of someone who kept the table alone, is told by its header.
 */
export function findTables(rows: readonly FileRow[]): Table[] {
  const tables: { section: Section; header: FileRow; rows: FileRow[] }[] = [];
  let awaited: Section | null = null;
  let open: FileRow[] | null = null;
  let searched = 0;
  for (const row of rows) {
    const filled = row.cells.filter((cell) => cell !== '');
    const [first = ''] = filled;
    if (filled.length === 1 && serverTime(first) === null) {
      awaited = sectionTitled(first)?.section ?? null;
      open = null;
      continue;
    }
    const isSearched = !open && !awaited && searched < UNTITLED_ROWS_MAX;
    if (isSearched) searched += 1;
    const section: Section | null = open ? null : isSearched ? sectionByHeader(row) : awaited;
    if (section && filled.length >= HEADER_WORDS_MIN) {
      open = [];
      tables.push({ section, header: row, rows: open });
      awaited = null;
    } else open?.push(row);
  }
  return tables;
}

/** Positions have times of opening and closing; deals have a direction, orders neither. */
function sectionByHeader(row: FileRow): Section | null {
  const language = languageOf([row]);
  if (!language || wordsKnown(language, row) < HEADER_WORDS_MIN + 3) return null;
  const names = row.cells.map((cell) => columnNamed(language, cell));
  if (names.filter((name) => name === 'time').length === 2 && names.includes('profit'))
    return 'positions';
  return names.includes('direction') ? 'deals' : null;
}

/** The language most of the headers' words are of; null when it knows none. */
export function languageOf(headers: readonly FileRow[]): LanguageCode | null {
  let best: LanguageCode | null = null;
  let most = 0;
  for (const language of LANGUAGE_CODES) {
    const known = headers.reduce((sum, row) => sum + wordsKnown(language, row), 0);
    if (known > most) {
      best = language;
      most = known;
    }
  }
  return best;
}

/** The signs S / L and T / P are of every language, and say nothing. */
function wordsKnown(language: LanguageCode, row: FileRow): number {
  const named = row.cells.map((cell) => columnNamed(language, cell));
  return named.filter((name) => name && name !== 'stopLoss' && name !== 'takeProfit').length;
}

export type ColumnPlaces = ReadonlyMap<Column, readonly number[]>;

/** Where each column stands, by its words: those of the language, else English ones. */
export function placesByWords(header: FileRow, language: LanguageCode | null): ColumnPlaces {
  const places = new Map<Column, number[]>(COLUMNS.map((column) => [column, []]));
  header.cells.forEach((cell, index) => {
    const column = (language && columnNamed(language, cell)) ?? columnNamed('en', cell);
    if (column) places.get(column)?.push(index);
  });
  return places;
}
