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
    const words = 'EUR/USD, and/or, 24/7, 5-7 days, 1.08214, 0.10 lots, e.g. this, P&L';
    assert.equal(clean(words), words);
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
    '/admin',
    '/user/../admin',
    '/made-up#guide',
  ])
    it(`lose ${JSON.stringify(words)}`, () => {
      const shown = clean(`Go to ${words} now.`);
      assert.match(shown, /^Go to .*\(address left out\)/);
      assert.doesNotMatch(shown, /evil|alert|admin|made-up|испытание/i);
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
    for (const piece of ['[a](', '<a ', 'a@b.', '/a', '((', 'x', '. '])
      clean(piece.repeat(8_000).slice(0, 8_000));
    assert.ok(performance.now() - started < 1_000);
  });
});
