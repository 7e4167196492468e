/**
 * A sentence that was stored in English, such as the reason of a decision, in the language of these pages. What nobody
 * has a pattern for, such as the words of a model, stays as it is. A build of another language than English puts its
 * patterns in this place (`tools/translated-packages.ts`).
 *
 * @example storedSentence('The spread of EURUSD is 52 points, the limit is 36.')
 */
export function storedSentence(text: string): string {
  return text;
}
