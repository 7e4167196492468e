/** A table's columns: text on the left, figures on the right. */
export type Align = 'left' | 'right';

/**
 * Rows as aligned lines, the first one the heads. Columns are two spaces apart.
 *
 * @param width longest line; the widest left column is cut where it must be
 */
export function tableText(
  aligns: readonly Align[],
  rows: readonly (readonly string[])[],
  width = 80,
): string[] {
  const widths = aligns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  const over = widths.reduce((sum, each) => sum + each, 2 * (aligns.length - 1)) - width;
  if (over > 0) {
    const widest = aligns.reduce(
      (best, align, at) =>
        align === 'left' && (widths[at] ?? 0) > (widths[best] ?? 0) ? at : best,
      aligns.indexOf('left'),
    );
    widths[widest] = Math.max(8, (widths[widest] ?? 0) - over);
  }
  return rows.map((row) =>
    aligns
      .map((align, at) => {
        const cell = cut(row[at] ?? '', widths[at] ?? 0);
        return align === 'left' ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** A sentence on lines of at most so many characters. @example wrapText('one two', 4) // ['one', 'two'] */
export function wrapText(text: string, width = 80, indent = '  '): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const next = line === '' ? word : `${line} ${word}`;
    if (next.length > width && line !== '') {
      lines.push(line);
      line = indent + word;
    } else line = next;
  }
  return line === '' ? lines : [...lines, line];
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text;
}
