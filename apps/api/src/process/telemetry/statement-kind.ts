const KINDS = new Set([
  'select',
  'insert',
  'update',
  'delete',
  'with',
  'begin',
  'commit',
  'rollback',
]);

/** The first word of a statement, after marks in comments: of one that does several things 'with'; of rare ones 'other'. */
export function statementKind(sql: string): string {
  const word = /^(?:\s|\/\*.*?\*\/)*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? '';
  return KINDS.has(word) ? word : 'other';
}
