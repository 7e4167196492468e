import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely';
import type { Db } from '../../../src/db/tables.ts';
import { unpinnedTables } from './unpinned-tables.ts';

export type WatchedDb = {
  /** The same database; a statement that is about no certain user's rows fails on it. */
  db: Db;
  /** @throws Error with every such statement so far, whoever caught its failure */
  check: () => void;
};

const known = new Map<string, readonly string[]>();

/** Has every statement say whose rows it means, or why it means everybody's. */
export function watchPins(db: Db): WatchedDb {
  const faults = new Set<string>();
  const compiler = new PostgresQueryCompiler();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql } = compiler.compileQuery(node, queryId);
      const tables = known.get(sql) ?? unpinnedTables(sql);
      known.set(sql, tables);
      if (tables.length === 0) return node;
      const fault = `a statement on ${[...new Set(tables)].join(', ')} without the user's id (see docs/explanation/architecture.md): ${sql}`;
      faults.add(fault);
      throw new Error(fault);
    },
    transformResult: async ({ result }) => result,
  };
  return {
    db: db.withPlugin(plugin),
    check() {
      if (faults.size > 0) throw new Error([...faults].join('\n'));
    },
  };
}
