import type { ExportTable } from './export-table.ts';

/** The decision ledger as it stands in the database; its own file can be verified. See `EXPORT_TABLES`. */
export const LEDGER_TABLES: readonly ExportTable[] = [
  { table: 'ledger_chains', columns: ['records', 'prev', 'hash'], key: ['records'], batch: 1 },
  {
    table: 'ledger_records',
    columns: ['position', 'record', 'hash'],
    key: ['position'],
    batch: 100,
  },
  {
    table: 'ledger_heads',
    columns: ['day', 'records', 'hash', 'signed_at', 'key_id', 'public_key', 'signature'],
    key: ['day'],
    batch: 250,
  },
];
