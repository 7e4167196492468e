import { loadModule, parseSync } from 'libpg-query';
import { isSpread } from '../../../src/db/spread-tables.ts';
import { createGraph } from './graph.ts';
import type { Found } from './outputs.ts';
import { lookThrough } from './queries.ts';
import { as, isTree, listOf } from './tree.ts';

await loadModule();

const MARK = /\/\* across users: [^*]+ \*\//;

/**
 * The spread tables that a statement uses without saying whose rows it means. Each use has to be tied to
 * one user's id: `user_id = $1` in its own query, or by a join to one that is tied; an insert has to give
 * the id. A statement that `acrossUsers` marks is let through.
 *
 * @throws Error where PostgreSQL's own parser does not understand the statement
 */
export function unpinnedTables(sql: string): string[] {
  if (MARK.test(sql)) return [];
  const parsed: unknown = parseSync(sql);
  const found: Found = { graph: createGraph(), uses: [], isSpread };
  for (const each of listOf(isTree(parsed) ? parsed.stmts : [])) {
    const statement = isTree(each) ? each.stmt : undefined;
    const explained = as('ExplainStmt', statement);
    lookThrough(found, explained ? explained.query : statement, null);
  }
  const pinned = found.graph.pinned();
  return found.uses.filter(({ place }) => !pinned(place)).map(({ table }) => table);
}
