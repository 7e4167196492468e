import type { Replica } from './replica.ts';
import type { Db } from './tables.ts';

/**
 * Hears what `pg_notify` sends on a channel, from whichever process, once its transaction is committed.
 *
 * @param lost called when nothing more is heard, for whatever reason but `stop`
 * @throws Error when the database cannot be reached
 */
export type Listen = (
  channel: string,
  heard: (payload: string) => void,
  lost: () => void,
) => Promise<{ stop(): Promise<void> }>;

/** An open database and how to let go of it. */
export type Database = {
  kind: 'embedded' | 'postgresql';
  db: Db;
  close: () => Promise<void>;
  listen: Listen;
  /** A copy to read from, as far as it has come. */
  replica?: Replica;
  /** The connections of this process, where there are several. */
  pool?: () => Readonly<{ open: number; idle: number; waiting: number; largest: number }>;
};
