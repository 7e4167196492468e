import type { Db } from './tables.ts';

const afterwards = new WeakMap<Db, (() => void)[]>();

/**
 * Does work all or nothing: in the caller's transaction where there is one, in one of its own otherwise.
 *
 * @example await inTransaction(db, (tx) => insertSession(tx, session))
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  let act = () => {};
  const result = await db.transaction().execute((tx) => {
    act = actsAfterwards(tx);
    return work(tx);
  });
  act();
  return result;
}

/** For whoever begins a transaction: what `afterCommit` keeps for its end. @returns does it */
export function actsAfterwards(tx: Db): () => void {
  const acts: (() => void)[] = [];
  afterwards.set(tx, acts);
  return () => {
    for (const act of acts) act();
  };
}

/**
 * Does something once the transaction is committed, and never if it is not; at once where there is none.
 * Whoever is killed in between does not do it.
 *
 * @throws Error for a transaction that `inTransaction` did not begin: nobody would know of its end
 */
export function afterCommit(db: Db, act: () => void): void {
  const acts = afterwards.get(db);
  if (acts) acts.push(act);
  else if (db.isTransaction) throw new Error('This transaction was not begun by inTransaction.');
  else act();
}
