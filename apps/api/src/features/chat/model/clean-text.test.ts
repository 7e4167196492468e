import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { libraryOf } from '../library.ts';
import { createCleanText } from './clean-text.ts';

const clean = createCleanText(libraryOf(DEFAULT_BRAND));

describe('a model’s words', () => {
  it('keep the places of the site and the address of support', () => {
    const words =
      'Write to support@quorate.example or see /contact. First /guide#requirements, then (/pricing#free-plan) and /dashboard!';
    assert.equal(clean(words), words);
  });

  it('keep what only looks like an address', () => {
    const words =
      'EUR/USD, and/or, 24/7, 5-7 days, 1.08214, 0.10 lots, e.g. this, P&L, 12:30:45, 1:1.5, 40000000 tokens, 24.11.2026, version 1.2.3, col·lega, ½ lot, well… yes, note:: this';
    assert.equal(clean(words), words);
  });

  it('keep sentences of other scripts, whose stops a browser would read as dots', () => {
    assert.equal(clean('可以。请看指南。'), '可以。 请看指南。 ');
    assert.equal(clean('はい。ガイドを見てください。').trim(), 'はい。 ガイドを見てください。');
  });

  it('lead to the page where they name a section that is none', () => {
    assert.equal(clean('See /guide#made-up.'), 'See /guide.');
  });

  for (const words of [
    'https://evil.example/login',
    'HTTP://EVIL.EXAMPLE',
    'www.evil.example',
    'evil.example',
    'evil.example/pay?x=1',
    'evil[.]example',
    'evil**.**example',
    'e\u200bvil.exam\u00adple',
    'ht\u200btps://evil.example',
    'h<b></b>ttps://evil.example',
    '//evil.example',
    '\\\\evil.example\\share',
    'javascript:alert(1)',
    'data:text/html,evil',
    'mailto:help@evil.example',
    'help@evil.example',
    'ｈｔｔｐｓ://evil.example',
    'пример.испытание',
    'evil\u2024example',
    'evil\uff0eexample',
    'evil\uff61example',
    'evil\u3002example',
    'evil\ufe52example/pay',
    'evil\ua4f8example',
    'evil\u00b7example',
    'evil[dot]example',
    'evil(dot)example',
    'https\u02d0\u2215\u2215evil.example',
    'https\uff1a\uff0f\uff0fevil.example',
    'http:evil.example',
    'http:/evil.example',
    '\u24d4\u24e5\u24d8\u24db.\u24d4\u24e7\u24d0\u24dc\u24df\u24db\u24d4',
    '𝐞𝐯𝐢𝐥.𝐞𝐱𝐚𝐦𝐩𝐥𝐞',
    'evil\u0337.example',
    'e\u034fvil\ufe0f.exam\u2060ple',
    'evil\u3164.example',
    'help\uff20evil\u2024example',
    'xn--vil-7ed.xn--p1ai',
    'evil.xn--p1ai/login',
    '203.0.113.7',
    '203.0.113.7:8080/evil',
    '203\u20240\uff0e113\ufe527',
    '\uff12\uff10\uff13\uff0e0\uff0e113\uff0e7',
    '\u2460\u2461\u2466.0.0.1',
    '\u0662\u0660\u0663.\u0660.\u0661\u0661\u0663.\u0667',
    '0xcb.0x0.0x71.0x7',
    '0313.0.0161.07',
    '0xcb007107',
    'http://3405803783',
    'http:3405803783/evil',
    '3405803783/evil',
    '3405803783:8080',
    '[2001:db8::7]',
    '[2001:db8::7]:8080/evil',
    '2001:db8::7',
    '2001:db8:0:0:0:0:0:7',
    '::ffff:203.0.113.7',
    '::1',
    'fe80::1%eth0',
    '//[::1]/evil',
    '/admin',
    '/user/../admin',
    '/made-up#guide',
  ])
    it(`lose ${JSON.stringify(words)}`, () => {
      const shown = clean(`Go to ${words} now.`);
      assert.match(shown, /^Go to .*\(address left out\)/);
      assert.doesNotMatch(shown, /evil|alert|admin|made-up|испытание|203|3405|2001|::|0x/i);
    });

  it('lose marks, and a link keeps its words only', () => {
    assert.equal(
      clean('**Read** the [guide](/guide#requirements).'),
      'Read the guide (/guide#requirements).',
    );
    assert.equal(clean('A [trap](https://evil.example "x").'), 'A trap ((address left out)).');
    assert.equal(clean('<a href="/guide">Guide</a><script>x</script>'), 'Guidex');
    assert.equal(clean('Yes.\n[1]: https://evil.example\nNo.'), 'Yes.\n\nNo.');
  });

  it('of the worst kind are cleaned in no time', () => {
    const started = performance.now();
    for (const piece of [
      '[a](',
      '<a ',
      'a@b.',
      '/a',
      '((',
      'x',
      '. ',
      '1.',
      '::',
      'a:',
      '0x',
      '1',
      '。',
      '·',
      '[dot]',
      'e\u0301',
    ])
      clean(piece.repeat(8_000).slice(0, 8_000));
    assert.ok(performance.now() - started < 1_000);
  });
});
