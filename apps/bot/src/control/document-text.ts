/**
 * A JSON document as lines of name and value; groups are indented, lists numbered.
 *
 * @param title the first line
 */
export function documentText(title: string, document: unknown): string {
  return `${title}\n${linesOf(document, '  ').join('\n')}\n`;
}

function linesOf(value: unknown, indent: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${indent}${plain(value)}`];
  const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((each, at) => [`${at + 1}`, each] as const)
    : Object.entries(value);
  return entries.flatMap(([name, inner]) => {
    const label = name.replaceAll('_', ' ');
    if (typeof inner !== 'object' || inner === null) {
      return [`${indent}${label.padEnd(22)} ${plain(inner)}`];
    }
    if (Object.keys(inner).length === 0) return [`${indent}${label.padEnd(22)} none`];
    return [`${indent}${label}`, ...linesOf(inner, `${indent}  `)];
  });
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
