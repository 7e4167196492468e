import type { Db } from './tables.ts';

/** An open database and how to let go of it. */
export type Database = {
  kind: 'embedded' | 'postgresql';
  db: Db;
  close: () => Promise<void>;
};
