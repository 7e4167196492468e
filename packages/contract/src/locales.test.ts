import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { knownLocaleOf, localeOf } from './locales.ts';

describe('the language of a request', () => {
  it('is the one that the header likes best, whatever its region', () => {
    assert.equal(localeOf('es'), 'es');
    assert.equal(localeOf('es-MX'), 'es');
    assert.equal(localeOf('ES_419'), 'es');
    assert.equal(localeOf('en-US,en;q=0.9,es;q=0.8'), 'en');
    assert.equal(localeOf('es-MX;q=0.9,en;q=0.1'), 'es');
    assert.equal(localeOf('en;q=0.1 , es-MX ; q = 0.9'), 'es');
    assert.equal(localeOf('de-DE, fr;q=0.9, es;q=0.2'), 'es');
  });

  it('is the first of two that are liked alike', () => {
    assert.equal(localeOf('es,en'), 'es');
    assert.equal(localeOf('en;q=0.5,es;q=0.500'), 'en');
  });

  it('is none where the header names none of ours, refuses it, or says nothing that can be read', () => {
    for (const header of [
      undefined,
      '',
      ' ',
      '*',
      'de',
      'de,*;q=0.1',
      'es;q=0',
      'es;q=0.000',
      'es;q=-1',
      'es;q=9',
      'es;q=',
      'es;q=NaN',
      'esperanto',
      'español',
      ',;,;q=1,',
      '\u0000',
      '__proto__',
    ])
      assert.equal(knownLocaleOf(header), undefined, String(header));
    assert.equal(localeOf('de'), 'en');
  });

  it('is read no further than anybody writes, and quickly', () => {
    assert.equal(knownLocaleOf(`${'x'.repeat(1_000_000)},es`), undefined);
    assert.equal(knownLocaleOf(`es,${'en;q=0.1,'.repeat(100_000)}`), 'es');
    assert.equal(knownLocaleOf(`es;${' '.repeat(100_000)}q=1`), 'es');
  });
});
