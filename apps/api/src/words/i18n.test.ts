import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { msg, plural, select } from '@lingui/core/runtime-macro';
import { amountWords, countWords, dayWords, momentWords } from './figures.ts';
import { i18nOf } from './i18n.ts';

const I18N = i18nOf('en');
const { t } = I18N;

describe('a message', () => {
  it('is filled in with its values, counts and choices', () => {
    const words = (bots: number, kind: string) =>
      t(
        msg`${{ name: 'amina' }} has ${plural({ bots }, { 0: 'no bot', one: '# bot', other: '# bots' })} on a ${select({ kind }, { paper: 'paper', other: 'real' })} account`,
      );
    assert.equal(words(0, 'paper'), 'amina has no bot on a paper account');
    assert.equal(words(1, 'real'), 'amina has 1 bot on a real account');
    assert.equal(words(2, 'real'), 'amina has 2 bots on a real account');
  });

  it('leaves what people typed as it is', () => {
    for (const typed of [
      '{n, plural, other {#}}',
      "it's '{name}'",
      '\\u000aBcc: \\x41',
      '\\',
      '$&',
    ])
      assert.equal(
        t(msg`Hello ${{ typed }}, ${plural({ n: 2 }, { other: '# bots' })}`),
        `Hello ${typed}, 2 bots`,
      );
  });

  it('is filled in as text that came through another message', () => {
    const path = t(msg`the file ${{ path: 'C:\\u0041' }}`);
    assert.equal(t(msg`There is ${{ path }}.`), 'There is the file C:\\u0041.');
  });

  it('has a name for every value: Lingui refuses one without at run time only', () => {
    const sample = 'msg`#{{ a: `#{b}` }} #{plural({ c }, D)} #{e}`; `#{f}`';
    assert.deepEqual(unnamedIn(sample.replaceAll('#', '$')), ['e']);
    const src = `${import.meta.dirname}/..`;
    const unnamed = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => [file, ...unnamedIn(readFileSync(`${src}/${file}`, 'utf8'))])
      .filter(({ length }) => length > 1);
    assert.deepEqual(unnamed, []);
  });
});

/** Values in messages that have no name. */
function unnamedIn(source: string): string[] {
  return Array.from(source.matchAll(/\bmsg`/g), ({ index }) => valuesOf(source, index + 4))
    .flat()
    .filter((value) => !/^\{\s*\w+\s*[:}]|^(plural|select)\(/.test(value));
}

/** What stands in the `${}` of a template that begins there. */
function valuesOf(source: string, begin: number): string[] {
  const values: string[] = [];
  for (let at = begin; at < source.length && source[at] !== '`'; at += 1) {
    if (!source.startsWith('${', at)) continue;
    const from = at + 2;
    let depth = 1;
    for (at = from; depth > 0 && at < source.length; at += 1)
      depth += source[at] === '{' ? 1 : source[at] === '}' ? -1 : 0;
    at -= 1;
    values.push(source.slice(from, at));
  }
  return values;
}

describe('days, moments and amounts', () => {
  it('are written as on the site', () => {
    const moment = new Date('2026-03-02T23:05:09Z');
    assert.equal(dayWords(I18N, moment), '2 March 2026');
    assert.equal(dayWords(I18N, moment, { weekday: 'long', timeZone: 'Asia/Tokyo' }), 'Tuesday');
    assert.equal(momentWords(I18N, moment), '2 March 2026 at 23:05 UTC');
    assert.equal(countWords(I18N, 8_000_000), '8,000,000');
  });

  it('are exact, with the digits of the currency and no sign between thousands', () => {
    assert.equal(amountWords(I18N, 123_456, 'USD'), '1234.56 USD');
    assert.equal(amountWords(I18N, -5, 'EUR'), '-0.05 EUR');
    assert.equal(amountWords(I18N, 1_234, 'JPY'), '1234 JPY');
    assert.equal(amountWords(I18N, 9_007_199_254_740_991, 'USD'), '90071992547409.91 USD');
  });
});
