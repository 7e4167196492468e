import { parse } from 'libpg-query';
import { type AlterTable, nameOf, type Relation, type Statement } from './syntax.ts';

/** What a migration does that a running copy of the version before may not live with. */
export type Hazard = Readonly<{ says: string; kind: 'takes away' | 'blocks writes' }>;

/**
 * Reads statements as PostgreSQL does. Tables that the same migration makes are its own: no older version
 * knows them.
 *
 * @throws Error of the parser, for what is no SQL
 */
export async function hazardsOf(statements: readonly string[]): Promise<Hazard[]> {
  const own = new Set<string>();
  const hazards: Hazard[] = [];
  for (const text of statements) {
    const { stmts = [] } = (await parse(text)) as { stmts?: { stmt: Statement }[] };
    for (const { stmt } of stmts) {
      const made = stmt.CreateStmt?.relation ?? stmt.CreateTableAsStmt?.into.rel;
      if (made) own.add(made.relname);
      else hazards.push(...hazardsIn(stmt, own));
    }
  }
  return hazards;
}

function hazardsIn(statement: Statement, own: ReadonlySet<string>): Hazard[] {
  const { AlterTableStmt, RenameStmt, AlterObjectSchemaStmt, DropStmt, IndexStmt, TruncateStmt } =
    statement;
  const others = (relation: Relation | undefined): relation is Relation =>
    relation !== undefined && !own.has(relation.relname);
  if (AlterTableStmt && others(AlterTableStmt.relation)) {
    const table = AlterTableStmt.relation.relname;
    return AlterTableStmt.cmds.flatMap(({ AlterTableCmd }) =>
      hazardsOfChange(table, AlterTableCmd),
    );
  }
  if (RenameStmt && others(RenameStmt.relation) && RENAMES.includes(RenameStmt.renameType)) {
    return [taken(`renames ${placeOf(RenameStmt.relation, RenameStmt.subname)}`)];
  }
  if (AlterObjectSchemaStmt && others(AlterObjectSchemaStmt.relation)) {
    return [taken(`moves ${AlterObjectSchemaStmt.relation.relname} to another schema`)];
  }
  if (DropStmt && DROPS[DropStmt.removeType]) {
    return DropStmt.objects
      .map(nameOf)
      .filter((name) => !own.has(name))
      .map((name) => taken(`drops ${DROPS[DropStmt.removeType]} ${name}`));
  }
  if (IndexStmt && others(IndexStmt.relation)) {
    const what = `${IndexStmt.idxname ?? 'an index'} on ${IndexStmt.relation.relname}`;
    if (IndexStmt.unique) return [taken(`makes ${what} unique: older code may write a second row`)];
    return [{ says: `builds ${what}, which blocks writes meanwhile`, kind: 'blocks writes' }];
  }
  if (TruncateStmt) {
    return TruncateStmt.relations
      .filter(({ RangeVar }) => others(RangeVar))
      .map(({ RangeVar }) => taken(`empties ${RangeVar.relname}`));
  }
  return [];
}

const RENAMES = ['OBJECT_TABLE', 'OBJECT_COLUMN', 'OBJECT_VIEW'];

const DROPS: Readonly<Record<string, string>> = {
  OBJECT_TABLE: 'table',
  OBJECT_VIEW: 'view',
  OBJECT_MATVIEW: 'view',
  OBJECT_FUNCTION: 'function',
  OBJECT_TYPE: 'type',
  OBJECT_SEQUENCE: 'sequence',
  // It may be what an older "on conflict" names.
  OBJECT_INDEX: 'index',
};

function hazardsOfChange(table: string, { subtype, name, def }: AlterTable): Hazard[] {
  const column = `${table}.${name ?? def?.ColumnDef?.colname ?? ''}`;
  switch (subtype) {
    case 'AT_DropColumn':
      return [taken(`drops ${column}`)];
    case 'AT_AlterColumnType':
      return [taken(`changes the type of ${column}`)];
    case 'AT_SetNotNull':
      return [taken(`makes ${column} not null: older code may leave it out`)];
    case 'AT_DropConstraint':
      // PostgreSQL's own name of a check, which no "on conflict" can name.
      if (name?.endsWith('_check')) return [];
      return [taken(`drops constraint ${name ?? ''} of ${table}, which "on conflict" may name`)];
    case 'AT_AddConstraint':
      return [
        taken(
          `adds constraint ${def?.Constraint?.conname ?? ''} to ${table}: older code may break it`,
        ),
      ];
    case 'AT_ColumnDefault':
      return def === undefined ? [taken(`drops the default of ${column}`)] : [];
    case 'AT_AddColumn':
      return hazardsOfNewColumn(column, def?.ColumnDef?.constraints ?? []);
    default:
      return [];
  }
}

const FILLED = ['CONSTR_DEFAULT', 'CONSTR_GENERATED', 'CONSTR_IDENTITY'];

function hazardsOfNewColumn(
  column: string,
  constraints: readonly { Constraint: { contype: string } }[],
): Hazard[] {
  const kinds = constraints.map(({ Constraint }) => Constraint.contype);
  if (kinds.includes('CONSTR_NOTNULL') && !FILLED.some((kind) => kinds.includes(kind))) {
    return [taken(`adds ${column} not null without a default: older code leaves it out`)];
  }
  if (kinds.includes('CONSTR_UNIQUE') && kinds.includes('CONSTR_DEFAULT')) {
    return [taken(`adds ${column} unique with a default: older code writes it twice`)];
  }
  return [];
}

function placeOf({ relname }: Relation, column: string | undefined): string {
  return column === undefined ? relname : `${relname}.${column}`;
}

function taken(says: string): Hazard {
  return { says, kind: 'takes away' };
}
