import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { libraryOf } from '../library.ts';
import { createCleanText } from './clean-text.ts';
import { createScreen, createUnfit } from './screen.ts';

function listen(judge: (text: string) => ReturnType<ReturnType<typeof createUnfit>>) {
  const said: string[] = [];
  let judged = 0;
  const unfit = (text: string) => {
    judged += text.length;
    return judge(text);
  };
  const screen = createScreen({ clean: (text) => text, unfit, say: (text) => said.push(text) });
  return { screen, said, judged: () => judged };
}

describe('an answer that comes in pieces', () => {
  it('of 4,000 sentences is judged in no more work than sixty sentences take', () => {
    const { screen, said, judged } = listen(() => null);
    for (let at = 0; at < 4_000; at += 1) assert.equal(screen.hear('a\n'), null);
    assert.equal(said.length, 60);
    assert.ok(judged() < 70_000, `${judged()} letters were judged`);
  });

  it('without a blank ends as something hidden', () => {
    const { screen } = listen(() => null);
    const faults = Array.from({ length: 200 }, () => screen.hear('0123456789'));
    assert.ok(faults.includes('encoded'));
  });

  it('is judged together with what came just before it', () => {
    const { screen } = listen(createUnfit('none'));
    assert.equal(screen.hear('You should\n'), null);
    assert.equal(screen.hear('buy gold now.\n'), 'advice');
  });

  for (const address of [
    'evil.example',
    'evil\u2024example',
    'evil\uff0eexample',
    'evil\uff61example',
    'evil\u3002example',
    'evil.\u200bexample',
    '203.0.113.7',
    '[2001:db8::7]',
    '0xcb007107',
  ])
    it(`shows no half of ${JSON.stringify(address)}, wherever it is parted`, () => {
      const clean = createCleanText(libraryOf(DEFAULT_BRAND));
      const answer = `It is so. Go to ${address} now. Then wait.\n`;
      for (let at = 1; at < answer.length; at += 1) {
        const said: string[] = [];
        const screen = createScreen({ clean, unfit: () => null, say: (text) => said.push(text) });
        screen.hear(answer.slice(0, at));
        screen.hear(answer.slice(at));
        assert.match(said.join(''), /Go to .*\(address left out\)/);
        assert.doesNotMatch(said.join(''), /evil|203|2001|0x/);
      }
    });

  it('of addresses that blanks of odd kinds part stays without any', () => {
    const clean = createCleanText(libraryOf(DEFAULT_BRAND));
    for (const blank of ['\u2028', '\u2029', '\ufeff', '\v', '\f', '\u0085']) {
      const said: string[] = [];
      const screen = createScreen({ clean, unfit: () => null, say: (text) => said.push(text) });
      for (const piece of ['Go to evil.', `${blank}example`, ' now.\n']) screen.hear(piece);
      assert.doesNotMatch(said.join(''), /evil\.example/);
    }
  });

  it('of signs that normalisation makes many of is shown to nobody', () => {
    assert.equal(createUnfit('none')('\ufdfa'.repeat(1_000)), 'encoded');
    assert.equal(createUnfit('none')('답변은 여기에 있습니다. '.repeat(300)), null);
  });
});
