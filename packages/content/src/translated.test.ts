import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GUIDE } from './guide.ts';
import { HELP } from './help.ts';
import { PRIVACY } from './privacy.ts';
import { QUESTIONS } from './questions.ts';
import { REFUND } from './refund.ts';
import { TERMS } from './terms.ts';
import { translated, translatedHelp, translatedQuestions } from './translated.ts';

const wrap = (text: string) => `[[${text}]]`;
const WRAPPED = /^\[\[.+\]\]$/s;

/** What programs read. Every other string is for people. */
const FOR_PROGRAMS = new Set(['id', 'path', 'address', 'kind', 'tone']);

const CONTENT = [
  ...[GUIDE, PRIVACY, REFUND, TERMS].map(
    (document) => [document.path, document, translated(document, wrap)] as const,
  ),
  ['the questions', QUESTIONS, translatedQuestions(QUESTIONS, wrap)],
  ['the help answers', HELP, translatedHelp(HELP, wrap)],
] as const;

describe('translated content', () => {
  for (const [name, english, inBrackets] of CONTENT) {
    it(`has every text of ${name} from the catalogue, and leaves ids, paths and kinds`, () => {
      const strings = stringsOf(inBrackets);
      assert.ok(strings.some(([, text]) => WRAPPED.test(text)));
      for (const [key, text] of strings) {
        assert.equal(WRAPPED.test(text), !FOR_PROGRAMS.has(key), `${key}: ${text}`);
      }
    });

    it(`has ${name} in the same shape and order`, () => {
      const unwrap = (text: string) => text.replace(/^\[\[(.+)\]\]$/s, '$1');
      assert.deepEqual(
        stringsOf(inBrackets).map(([key, text]) => [key, unwrap(text)]),
        stringsOf(english),
      );
    });
  }
});

/** Every string, with the name of the field that it stands in. */
function stringsOf(value: unknown, key = ''): [string, string][] {
  if (typeof value === 'string') return [[key, value]];
  if (Array.isArray(value)) return value.flatMap((each) => stringsOf(each, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => stringsOf(each, name));
}
