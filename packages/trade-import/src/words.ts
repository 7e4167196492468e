/**
 * A header or title as it is compared: lower case, without accents, blanks and signs.
 *
 * @example plainWord('S / L') // 'sl'
 * @example plainWord('Posição') // 'posicao'
 */
export function plainWord(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A cell without the blanks that HTML and Excel put around and inside figures. */
export function trimCell(text: string): string {
  return text.replace(/[\s\u00a0\u2000-\u200b\u202f\ufeff]+/g, ' ').trim();
}
