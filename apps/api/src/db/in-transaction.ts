import type { Db } from './tables.ts';

/**
 * Does work all or nothing: in the caller's transaction where there is one, in one of its own otherwise.
 *
 * @example await inTransaction(db, (tx) => insertSession(tx, session))
 */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
