import type { Graph, Place } from './graph.ts';

/** What a query reads from: a table, a query in its place, a function. */
export type Relation = {
  /** What its columns are called by. */
  name: string;
  /** null: it has no such column. */
  column(name: string): Place | null;
  /** It is a table that is spread: it has a user's id for certain. */
  spread: boolean;
};

/** A query that is named by WITH. */
export type Named = { name: string; columns: (name: string) => Place | null };

/** What names mean at one place of a statement. */
export type Scope = {
  relations: Relation[];
  named: Named[];
  outer: Scope | null;
};

export function inner(outer: Scope | null): Scope {
  return { relations: [], named: [], outer };
}

export function tableRelation(graph: Graph, name: string, spread: boolean): Relation {
  const places = new Map<string, Place>();
  return {
    name,
    spread,
    column(column) {
      const place = places.get(column) ?? graph.make();
      places.set(column, place);
      return place;
    },
  };
}

export function findNamed(scope: Scope | null, name: string): Named | undefined {
  if (!scope) return undefined;
  return scope.named.findLast((each) => each.name === name) ?? findNamed(scope.outer, name);
}

/** The column that a name means: `t.user_id` or `user_id`; null where that cannot be told. */
export function resolve(scope: Scope | null, parts: readonly string[]): Place | null {
  if (!scope) return null;
  const column = parts.at(-1);
  if (column === undefined || column === '*') return null;
  if (parts.length > 1) {
    const relation = scope.relations.findLast((each) => each.name === parts.at(-2));
    return relation ? relation.column(column) : resolve(scope.outer, parts);
  }
  // PostgreSQL refuses a name that two relations have: whichever has it for certain is meant.
  const certain = scope.relations.find((each) => each.spread && column === 'user_id');
  if (certain) return certain.column(column);
  const only = scope.relations.length === 1 ? scope.relations[0] : undefined;
  const own = only?.column(column);
  if (own !== undefined && own !== null) return own;
  if (scope.relations.length > 1) {
    const having = scope.relations
      .map((each) => each.column(column))
      .filter((place) => place !== null);
    if (having.length === 1) return having[0] ?? null;
    // Joined by this name: the sides are led to each other, so that any of them will do.
    if (having.length > 1) return having[0] ?? null;
  }
  return resolve(scope.outer, parts);
}
