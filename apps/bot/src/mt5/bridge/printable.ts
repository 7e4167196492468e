/** Words of somebody else as a log can hold them: nothing in them moves a cursor or begins a line. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?');
}
