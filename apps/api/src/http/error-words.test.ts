import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ERRORS, type ErrorCode, errorMessage } from '@quorate/contract/errors';
import { i18nOf } from '../words/i18n.ts';
import { errorWords } from './error-words.ts';

const I18N = i18nOf('en');
const CODES = Object.keys(ERRORS) as ErrorCode[];

function detailsOf(code: ErrorCode, value: string | number) {
  const names = ERRORS[code].message.matchAll(/\{(\w+)\}/g);
  return Object.fromEntries(Array.from(names, ([, name = '']) => [name, value]));
}

describe('the sentence of an error', () => {
  it('is the one of the contract to the letter, with all details, with some and with none', () => {
    for (const code of CODES) {
      assert.equal(errorWords(I18N, code), errorMessage(code), code);
      const all = detailsOf(code, 'Pro');
      const [first] = Object.keys(all);
      for (const details of [all, detailsOf(code, 25_000), first ? { [first]: 7 } : {}])
        assert.equal(errorWords(I18N, code, details), errorMessage(code, details), code);
    }
  });

  it('leaves what people typed as it is, whatever it looks like', () => {
    const typed = [
      "it's {limit} of '{actual}'",
      '\\u0041\\x0d\\x0aBcc: all',
      '# {n, plural, one {#}}',
    ];
    for (const code of CODES)
      for (const value of typed) {
        const details = detailsOf(code, value);
        assert.equal(errorWords(I18N, code, details), errorMessage(code, details), code);
      }
  });
});
