/** No header or title is as long; a cell may be, and normalisation makes up to 18 letters of one. */
const WORD_MAX = 200;

/**
 * A header or title as it is compared: lower case, without accents, blanks and signs.
 *
 * @example plainWord('S / L') // 'sl'
 * @example plainWord('Posição') // 'posicao'
 */
export function plainWord(text: string): string {
  return text
    .slice(0, WORD_MAX)
    .normalize('NFKD')
    .slice(0, WORD_MAX)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** A cell without the blanks that HTML and Excel put around and inside figures. */
export function trimCell(text: string): string {
  return text.replace(/[\s\u00a0\u2000-\u200b\u202f\ufeff]+/g, ' ').trim();
}
