import { type Conditions, noteCondition, placeOf } from './conditions.ts';
import type { Place } from './graph.ts';
import {
  bothOf,
  type Found,
  NO_OUTPUT,
  type Output,
  outputOf,
  outputOfValues,
  renamed,
} from './outputs.ts';
import { findNamed, inner, type Relation, type Scope, tableRelation } from './scope.ts';
import { as, columnOf, isTree, listOf, nameOf, type Tree, textOf, within } from './tree.ts';

/** Looks through a statement, or a query in it, and notes every use of a spread table. */
export function lookThrough(found: Found, statement: unknown, outer: Scope | null): Output {
  const select = as('SelectStmt', statement);
  if (select) return lookThroughSelect(found, select, outer);
  for (const kind of ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'] as const) {
    const change = as(kind, statement);
    if (change) return lookThroughChange(found, kind, change, outer);
  }
  return NO_OUTPUT;
}

function lookThroughSelect(found: Found, select: Tree, outer: Scope | null): Output {
  const scope = inner(outer);
  noteNamed(found, select.withClause, scope);
  if (select.op !== undefined && select.op !== 'SETOP_NONE') {
    const [left, right] = [select.larg, select.rarg].map((side) =>
      lookThroughSelect(found, isTree(side) ? (as('SelectStmt', side) ?? side) : {}, scope),
    );
    return bothOf(found, left ?? NO_OUTPUT, right ?? NO_OUTPUT);
  }
  const rows = listOf(select.valuesLists);
  if (rows.length > 0) {
    lookWithin(found, rows, scope);
    return outputOfValues(found, rows, scope);
  }
  for (const item of listOf(select.fromClause)) addItem(found, item, scope);
  return finish(found, select, scope, select.targetList);
}

function lookThroughChange(
  found: Found,
  kind: 'InsertStmt' | 'UpdateStmt' | 'DeleteStmt' | 'MergeStmt',
  change: Tree,
  outer: Scope | null,
): Output {
  const scope = inner(outer);
  noteNamed(found, change.withClause, scope);
  const target = isTree(change.relation) ? change.relation : {};
  const relation = addTable(found, target, scope, kind !== 'InsertStmt');
  if (kind === 'InsertStmt') {
    const table = textOf(target.relname) ?? '';
    const columns = listOf(change.cols).map((each) => textOf(as('ResTarget', each)?.name));
    const gives = columns.length === 0 || columns.includes('user_id');
    const place = relation.column('user_id');
    if (found.isSpread(table) && place !== null) {
      // The row that is stored has a user's id; the rows it is made from are looked at by themselves.
      if (gives) found.graph.pin(place);
      found.uses.push({ table, place });
    }
    if (change.selectStmt) lookThrough(found, change.selectStmt, scope);
    // One column less to guess about: `excluded` is the row that was to be stored.
    scope.relations.push({ name: 'excluded', spread: false, column: () => null });
  }
  for (const item of [...listOf(change.fromClause), ...listOf(change.usingClause)])
    addItem(found, item, scope);
  return finish(found, change, scope, change.returningList ?? returned(change));
}

/** PostgreSQL 18 keeps what is returned in a clause of its own. */
function returned(change: Tree): unknown {
  const clause = isTree(change.returningClause) ? change.returningClause : {};
  return (isTree(clause.ReturningClause) ? clause.ReturningClause : clause).exprs;
}

/** Conditions, then the queries within expressions, then what is given. */
function finish(found: Found, query: Tree, scope: Scope, targets: unknown): Output {
  noteCondition(conditionsOf(found), scope, query.whereClause);
  lookWithin(found, [query.whereClause, query.targetList, query.returningClause], scope);
  lookWithin(found, [query.havingClause, query.sortClause, query.groupClause], scope);
  lookWithin(found, [query.onConflictClause, query.limitCount, query.limitOffset], scope);
  return outputOf(found, listOf(targets), scope);
}

function lookWithin(found: Found, expressions: unknown, scope: Scope): void {
  for (const node of within(expressions))
    if ('SubLink' in node) lookThrough(found, as('SubLink', node)?.subselect, scope);
}

function conditionsOf(found: Found): Conditions {
  return {
    graph: found.graph,
    given: (query, scope) => lookThrough({ ...found, uses: [] }, query, scope).places,
  };
}

function noteNamed(found: Found, clause: unknown, scope: Scope): void {
  if (!isTree(clause)) return;
  for (const each of listOf(clause.ctes)) {
    const named = as('CommonTableExpr', each) ?? {};
    const name = textOf(named.ctename) ?? '';
    const begin = clause.recursive === true ? as('SelectStmt', named.ctequery) : undefined;
    const aliases = listOf(named.aliascolnames).map(nameOf);
    // A query that refers to itself has, by then, what its beginning gives.
    if (begin && begin.op !== 'SETOP_NONE' && isTree(begin.larg)) {
      const start = lookThroughSelect({ ...found, uses: [] }, selectOf(begin.larg), scope);
      scope.named.push({ name, columns: renamed(start, aliases) });
    }
    const output = lookThrough(found, named.ctequery, scope);
    scope.named.push({ name, columns: renamed(output, aliases) });
  }
}

function selectOf(node: Tree): Tree {
  return as('SelectStmt', node) ?? node;
}

/** Adds what stands after FROM and returns the relations it brings. */
function addItem(found: Found, item: unknown, scope: Scope): Relation[] {
  const table = as('RangeVar', item);
  if (table) return [addTable(found, table, scope, true)];
  const query = as('RangeSubselect', item);
  if (query) {
    const around = query.lateral === true ? scope : { ...inner(scope.outer), named: scope.named };
    const output = lookThrough(found, query.subquery, around);
    const alias = isTree(query.alias) ? query.alias : {};
    const columns = renamed(output, listOf(alias.colnames).map(nameOf));
    return [add(scope, { name: textOf(alias.aliasname) ?? '', spread: false, column: columns })];
  }
  const join = as('JoinExpr', item);
  if (join) return addJoin(found, join, scope);
  const call = as('RangeFunction', item);
  if (!call) return [];
  lookWithin(found, call.functions, scope);
  const alias = isTree(call.alias) ? call.alias : {};
  const name = textOf(alias.aliasname) ?? '';
  const columns = new Set(listOf(alias.colnames).map(nameOf));
  for (const each of listOf(call.coldeflist)) columns.add(textOf(as('ColumnDef', each)?.colname));
  const made = tableRelation(found.graph, name, false);
  return [
    add(scope, { ...made, column: (column) => (columns.has(column) ? made.column(column) : null) }),
  ];
}

function addJoin(found: Found, join: Tree, scope: Scope): Relation[] {
  const left = addItem(found, join.larg, scope);
  const right = addItem(found, join.rarg, scope);
  const kind = join.jointype;
  const toLeft = kind === 'JOIN_INNER' || kind === 'JOIN_RIGHT';
  const toRight = kind === 'JOIN_INNER' || kind === 'JOIN_LEFT';
  for (const name of listOf(join.usingClause).map(nameOf)) {
    for (const one of left) {
      for (const other of right) {
        const [a, b] = [one.column(name ?? ''), other.column(name ?? '')];
        if (a === null || b === null) continue;
        if (toRight) found.graph.lead(a, b);
        if (toLeft) found.graph.lead(b, a);
      }
    }
  }
  const narrowed = [...(toLeft ? left : []), ...(toRight ? right : [])];
  noteCondition(conditionsOf(found), scope, join.quals, placesOf(join.quals, scope, narrowed));
  lookWithin(found, join.quals, scope);
  return [...left, ...right];
}

/** The columns in a condition that belong to these relations. */
function placesOf(condition: unknown, scope: Scope, relations: readonly Relation[]): Set<Place> {
  const own = { ...inner(scope.outer), relations: [...relations] };
  const places = new Set<Place>();
  for (const node of within(condition)) {
    const parts = 'ColumnRef' in node ? columnOf(node) : undefined;
    const place = parts && placeOf({ ...own, outer: null }, node);
    if (place) places.add(place);
  }
  return places;
}

function addTable(found: Found, table: Tree, scope: Scope, reads: boolean): Relation {
  const name = textOf(table.relname) ?? '';
  const alias = isTree(table.alias) ? textOf(table.alias.aliasname) : undefined;
  const named = table.schemaname === undefined ? findNamed(scope, name) : undefined;
  if (named && reads)
    return add(scope, { name: alias ?? name, spread: false, column: named.columns });
  const relation = tableRelation(found.graph, alias ?? name, found.isSpread(name));
  const place = relation.column('user_id');
  if (reads && relation.spread && place !== null) found.uses.push({ table: name, place });
  return add(scope, relation);
}

function add(scope: Scope, relation: Relation): Relation {
  scope.relations.push(relation);
  return relation;
}
