/** A piece of a line of text: plain words, or words under one of the marks that content may carry. */
export type Piece = Readonly<{
  /** Where in the line it begins. */
  at: number;
  text: string;
}> &
  Readonly<
    { kind: 'plain' } | { kind: 'strong' } | { kind: 'typed' } | { kind: 'link'; to: string }
  >;

const MARK = /\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\((\/[^\s)]*)\)/g;

/**
 * Takes a line with `**strong**`, `[label](/path#section)` and backticks apart.
 *
 * @example readMarks('Press **Start**.') // plain 'Press ', strong 'Start', plain '.'
 */
export function readMarks(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, strong, typed, label, to] = match;
    const at = match.index;
    if (at > end) pieces.push({ kind: 'plain', at: end, text: text.slice(end, at) });
    if (strong !== undefined) pieces.push({ kind: 'strong', at, text: strong });
    else if (typed !== undefined) pieces.push({ kind: 'typed', at, text: typed });
    else if (label !== undefined && to !== undefined)
      pieces.push({ kind: 'link', at, text: label, to });
    end = at + whole.length;
  }
  if (end < text.length) pieces.push({ kind: 'plain', at: end, text: text.slice(end) });
  return pieces;
}

/** The words of a line without its marks. */
export function plainText(text: string): string {
  return readMarks(text)
    .map((piece) => piece.text)
    .join('');
}
