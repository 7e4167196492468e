/**
 * The same as `storedSentence` for names alone, of checks and of rules: few enough for the first view of a page.
 *
 * @example storedName('Your own limits')
 */
export function storedName(text: string): string {
  return text;
}
