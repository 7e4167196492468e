/** The parts of PostgreSQL's syntax trees that are read here. */
export type Statement = Readonly<{
  CreateStmt?: { relation: Relation };
  CreateTableAsStmt?: { into: { rel: Relation } };
  AlterTableStmt?: { relation: Relation; cmds: readonly { AlterTableCmd: AlterTable }[] };
  RenameStmt?: { renameType: string; relation?: Relation; subname?: string };
  AlterObjectSchemaStmt?: { relation?: Relation };
  DropStmt?: { removeType: string; objects: readonly Named[] };
  IndexStmt?: { idxname?: string; relation: Relation; unique?: boolean; concurrent?: boolean };
  TruncateStmt?: { relations: readonly { RangeVar: Relation }[] };
}>;

export type Relation = Readonly<{ relname: string }>;

export type AlterTable = Readonly<{
  subtype: string;
  name?: string;
  def?: Readonly<{
    ColumnDef?: { colname?: string; constraints?: readonly { Constraint: Constraint }[] };
    Constraint?: Constraint & { conname?: string };
  }>;
}>;

type Constraint = Readonly<{ contype: string }>;

type Named = Readonly<{
  List?: { items: readonly { String?: { sval: string } }[] };
  String?: { sval: string };
}>;

/** As in `drop table a.b`: the last part. */
export function nameOf({ List, String: text }: Named): string {
  return text?.sval ?? List?.items.at(-1)?.String?.sval ?? '';
}
