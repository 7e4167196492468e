import type { KyselyPlugin } from 'kysely';
import type { Database } from '../../../db/database.ts';

export type BreakingDatabase = Database & {
  /** Lets the n-th statement from now on fail, once; null: none. */
  breakAt(n: number | null): void;
  /** Whether it did. */
  hasBroken(): boolean;
  /** Lets every statement fail while true. */
  beAway(isAway: boolean): void;
};

/** A database one of whose statements fails, wherever in a transaction that is. */
export function breakingDatabase(database: Database): BreakingDatabase {
  let left: number | null = null;
  let isAway = false;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (left !== null) left -= 1;
      if (isAway || left === 0) throw new Error('the database broke down');
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...database,
    db: database.db.withPlugin(plugin),
    breakAt: (n) => {
      left = n;
    },
    beAway: (away) => {
      isAway = away;
    },
    hasBroken: () => left !== null && left <= 0,
  };
}
