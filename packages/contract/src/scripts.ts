/**
 * Scripts in everyday use (UAX 31, table 5). Others, such as Cherokee or Lisu, are read by few people and
 * hold many signs that look like Latin letters.
 */
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((name) => `\\p{Script_Extensions=${name}}`);

/** Written together in one word: Japanese, Korean, Chinese with its phonetic signs. */
const TOGETHER = [
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
].map((names) => names.map((name) => `\\p{Script_Extensions=${name}}`).join(''));

const ONE_SCRIPT = [...SCRIPTS, ...TOGETHER].map((signs) => new RegExp(`^[${signs}]*$`, 'u'));

/** Signs that show nothing, or that change in which direction others are read. */
const HIDDEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cf}\p{Cc}\p{Cs}\p{Co}\p{Cn}]/u;

/**
 * Whether the letters of a text belong to one way of writing, so that none of them is there for its looks.
 * Digits and signs of ASCII go with every script.
 *
 * @example isOneScript('амина') // true
 * @example isOneScript('аmina') // false: its first letter is Cyrillic
 */
export function isOneScript(text: string): boolean {
  const letters = text.replace(/[0-9._-]/g, '');
  return ONE_SCRIPT.some((script) => script.test(letters));
}

/** Whether a text holds a character that nobody sees. */
export function hasHiddenCharacter(text: string): boolean {
  return HIDDEN.test(text);
}
