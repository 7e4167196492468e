import type { Graph, Place } from './graph.ts';
import { resolve, type Scope } from './scope.ts';
import { as, bare, columnOf, isFixed, listOf, nameOf, type Tree } from './tree.ts';

/** What a query gives in each of its columns, in order. */
export type Given = readonly (Place | null)[];

export type Conditions = {
  graph: Graph;
  /** What a query within a condition gives; it is looked through as a query of its own elsewhere. */
  given: (query: unknown, scope: Scope) => Given;
};

/**
 * Notes what a condition says of single values: equalities that all have to hold. What holds in one of
 * several cases only (or, case, not) says nothing.
 *
 * @param only sides whose columns the condition can narrow, as that of a left join narrows the right
 */
export function noteCondition(
  deps: Conditions,
  scope: Scope,
  condition: unknown,
  only?: ReadonlySet<Place>,
): void {
  const both = as('BoolExpr', condition);
  if (both) {
    if (both.boolop === 'AND_EXPR')
      for (const each of listOf(both.args)) noteCondition(deps, scope, each, only);
    return;
  }
  const comparison = as('A_Expr', condition);
  if (comparison) noteComparison(deps, scope, comparison, only);
  const query = as('SubLink', condition);
  if (query?.subLinkType === 'ANY_SUBLINK' && (!query.operName || isEqual(query.operName))) {
    const left = columnsOf(query.testexpr);
    const given = deps.given(query.subselect, scope);
    for (const [index, side] of left.entries()) {
      const to = placeOf(scope, side);
      const from = given[index] ?? null;
      if (to !== null && from !== null && (!only || only.has(to))) deps.graph.lead(from, to);
    }
  }
}

function noteComparison(
  deps: Conditions,
  scope: Scope,
  { kind, name, lexpr, rexpr }: Tree,
  only: ReadonlySet<Place> | undefined,
): void {
  if (!isEqual(name)) return;
  if (kind === 'AEXPR_IN') {
    // Several values may be several users.
    const values = listOf(as('List', rexpr)?.items ?? rexpr);
    if (values.length === 1) noteEqual(deps, scope, lexpr, values[0], only);
  } else if (kind === 'AEXPR_OP') {
    noteEqual(deps, scope, lexpr, rexpr, only);
  }
}

function noteEqual(
  deps: Conditions,
  scope: Scope,
  left: unknown,
  right: unknown,
  only: ReadonlySet<Place> | undefined,
): void {
  const lefts = columnsOf(left);
  const rights = columnsOf(right);
  if (lefts.length !== rights.length) return;
  for (const [index, one] of lefts.entries()) {
    narrow(deps, scope, one, rights[index], only);
    narrow(deps, scope, rights[index], one, only);
  }
}

/** `column = value`: the column is led by the value. */
function narrow(
  { graph, given }: Conditions,
  scope: Scope,
  column: unknown,
  value: unknown,
  only: ReadonlySet<Place> | undefined,
): void {
  // A cast column is compared as something else, and no index or partition is found by it.
  const to = columnOf(column) ? ownPlace(scope, column) : null;
  if (to === null || (only && !only.has(to))) return;
  const from = placeOf(scope, value);
  if (from !== null) graph.lead(from, to);
  else if (isFixed(value)) graph.pin(to);
  const query = as('SubLink', bare(value));
  // A query in the place of a value gives one at most.
  if (query?.subLinkType === 'EXPR_SUBLINK') {
    given(query.subselect, scope);
    graph.pin(to);
  }
}

/** A column of the query itself; those of the queries around it are not narrowed from within. */
function ownPlace(scope: Scope, column: unknown): Place | null {
  const parts = columnOf(column);
  return parts ? resolve({ ...scope, outer: null }, parts) : null;
}

export function placeOf(scope: Scope, value: unknown): Place | null {
  const parts = columnOf(bare(value));
  return parts ? resolve(scope, parts) : null;
}

function columnsOf(node: unknown): readonly unknown[] {
  const row = as('RowExpr', node);
  return row ? listOf(row.args) : [node];
}

function isEqual(name: unknown): boolean {
  return nameOf(listOf(name).at(-1)) === '=';
}
