/** A piece of a parse tree of PostgreSQL, as its parser writes it in JSON. */
export type Tree = { readonly [key: string]: unknown };

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The content of a node of this kind, `{Kind: content}`; undefined for any other. */
export function as(kind: string, node: unknown): Tree | undefined {
  if (!isTree(node)) return undefined;
  const content = node[kind];
  return isTree(content) ? content : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** `{String: {sval}}`. */
export function nameOf(node: unknown): string | undefined {
  return textOf(as('String', node)?.sval);
}

/** The parts of a column's name: `['t', 'user_id']`, `['user_id']`, `['t', '*']`. */
export function columnOf(node: unknown): readonly string[] | undefined {
  const column = as('ColumnRef', node);
  if (!column) return undefined;
  return listOf(column.fields).map((field) => (as('A_Star', field) ? '*' : (nameOf(field) ?? '')));
}

/** An expression without its casts. */
export function bare(node: unknown): unknown {
  const cast = as('TypeCast', node);
  return cast ? bare(cast.arg) : node;
}

/** Every node below this one, itself included, the insides of other queries left out. */
export function* within(node: unknown): Generator<Tree> {
  if (Array.isArray(node)) {
    for (const each of node) yield* within(each);
  } else if (isTree(node)) {
    yield node;
    for (const [kind, value] of Object.entries(node))
      if (kind !== 'SelectStmt') yield* within(value);
  }
}

/** A value that is the same for the whole statement: no column, no query in it. */
export function isFixed(node: unknown): boolean {
  const plain = bare(node);
  if (as('A_Const', plain)) return as('A_Const', plain)?.isnull !== true;
  if (!isTree(plain)) return false;
  for (const each of within(plain))
    if ('ColumnRef' in each || 'SubLink' in each || 'SetToDefault' in each) return false;
  return true;
}
