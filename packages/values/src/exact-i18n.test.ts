import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExactI18n } from './exact-i18n.ts';

const i18n = new ExactI18n({ locale: 'en', messages: { en: {} } });

describe('a text with values', () => {
  it('has them to the letter, also paths that look like escapes', () => {
    const path = String.raw`C:\Tools\x64\u0041`;
    assert.equal(i18n._('at', { path }, { message: 'at {path}' }), `at ${path}`);
    assert.equal(i18n._({ id: 'at', message: 'at {path}', values: { path } }), `at ${path}`);
    assert.equal(i18n.t({ id: 'at', message: 'at {path}', values: { path } }), `at ${path}`);
  });

  it('has braces and apostrophes of values as they are', () => {
    assert.equal(i18n._('of', { name: "{a} '{b}'" }, { message: "{name}'s" }), "{a} '{b}''s");
  });

  it('counts, and leaves other values to Lingui', () => {
    const message = '{count, plural, one {# trade} other {# trades}} of {day, date}';
    const day = new Date(Date.UTC(2026, 2, 2, 12));
    assert.equal(i18n._('n', { count: 1, day }, { message }), '1 trade of Mar 2, 2026');
    assert.equal(i18n._('n', { count: 1_200, day }, { message }), '1,200 trades of Mar 2, 2026');
  });
});
