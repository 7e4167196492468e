import pg from 'pg';
import { safeInteger } from './safe-integer.ts';

/** Reads bigint columns as the embedded database does. */
export const typeParser: typeof pg.types.getTypeParser = (
  oid: number,
  format?: 'text' | 'binary',
) => (oid === pg.types.builtins.INT8 ? safeInteger : pg.types.getTypeParser(oid, format));
