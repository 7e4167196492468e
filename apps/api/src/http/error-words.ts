import type { MessageDescriptor } from '@lingui/core';
import { ERRORS, type ErrorCode, type ErrorDetails } from '@quorate/contract/errors';
import { type I18n, i18nOf } from '../words/i18n.ts';

/** Words that wait for their reader: a message, or what is made of the reader's language. */
export type Words = MessageDescriptor | ((i18n: I18n) => string);

/** What fills a place of an error's sentence: a name or figure, or words. */
export type Details = Readonly<Record<string, string | number | Words>>;

/** The sentence of an error in its reader's language; a `{name}` that has no detail stays as it is. */
export function errorWords(i18n: I18n, code: ErrorCode, details: Details = {}): string {
  const { message } = ERRORS[code];
  const names = Array.from(message.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const values = Object.fromEntries(
    names.map((name) => {
      const value = details[name] ?? `{${name}}`;
      return [name, isWords(value) ? wordsIn(i18n, value) : value];
    }),
  );
  return i18n.t({ ...errorText(code), values });
}

/** The sentence of an error without details. */
export function errorText(code: ErrorCode): MessageDescriptor {
  return { id: `error.${code}`, message: ERRORS[code].message };
}

function wordsIn(i18n: I18n, words: Words): string {
  return typeof words === 'function' ? words(i18n) : i18n.t(words);
}

function isWords(value: string | number | Words): value is Words {
  return typeof value === 'object' || typeof value === 'function';
}

/** What is wrong with each field, for its reader. */
export function fieldWords(
  i18n: I18n,
  fields: Readonly<Record<string, Words>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, words]) => [field, wordsIn(i18n, words)]),
  );
}

/** Details as programs read them, in every language the same: their words are the English ones. */
export function figuresOf(details: Details): ErrorDetails {
  const i18n = i18nOf('en');
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      isWords(value) ? wordsIn(i18n, value) : value,
    ]),
  );
}
