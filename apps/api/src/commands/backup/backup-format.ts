import { z } from 'zod';

/**
 * A backup is one zstd stream of lines: a head, then for each table its start, its rows and its end, then
 * a foot. A row is a JSON array of the columns' texts as PostgreSQL writes them, so that it means the same
 * to every database; everything else is an object. `zstd -dc FILE | less` shows it.
 */
const FORMAT = 'service backup';

/** Bytes of the longest row; a backup with a longer one could not be restored, and is not written. */
export const ROW_BYTES_MAX = 24 * 1024 * 1024;

/** Bytes of every other line. The longest is the foot, with a hundred bytes per sequence. */
export const STRUCTURE_BYTES_MAX = 256 * 1024;

/** Goes up when a program of today could not read what is written. */
const FORMAT_VERSION = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const head = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  /** Newest migration of the database. */
  schema: z.string(),
  product_version: z.string(),
  database: z.enum(['embedded', 'postgresql']),
  taken_at: z.string(),
  /** Of the key that signs ledgers, and with it of the key that secrets are sealed under. */
  key_id: z.string().nullable(),
});

const column = z.object({ name: z.string(), type: z.string() });
const tableStart = z.object({ table: z.string(), columns: z.array(column).min(1) });
const tableEnd = z.object({ end: z.string(), rows: z.number().int(), sha256: hash });
const sequence = z.object({ table: z.string(), column: z.string(), last: z.number().int() });
const foot = z.object({
  tables: z.number().int(),
  rows: z.number().int(),
  sequences: z.array(sequence),
  /** Of every line before this one. */
  sha256: hash,
  /** By the service's key, over all the rest of this line; absent in backups of before and without a key. */
  mac: hash.optional(),
});

export const structureLine = z.union([tableStart, tableEnd, foot]);

export type BackupHead = z.output<typeof head>;
export type BackupColumn = z.output<typeof column>;
export type TableStart = z.output<typeof tableStart>;
export type TableEnd = z.output<typeof tableEnd>;
export type SequenceValue = z.output<typeof sequence>;
export type BackupFoot = z.output<typeof foot>;

/** A backup cannot be made, read or restored; the message says why and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

export function newHead(about: Omit<BackupHead, 'format' | 'version'>): BackupHead {
  return { format: FORMAT, version: FORMAT_VERSION, ...about };
}

/** @throws BackupError for the first line of anything else */
export function parseHead(file: string, line: string): BackupHead {
  const parsed = head.safeParse(parseJson(line));
  if (!parsed.success) throw new BackupError(`${file} is no backup of this service.`);
  if (parsed.data.version > FORMAT_VERSION)
    throw new BackupError(
      `${file} is written in format ${parsed.data.version}; this program reads up to ${FORMAT_VERSION}. Use the release that made it (${parsed.data.product_version}) or a newer one.`,
    );
  return parsed.data;
}

export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
