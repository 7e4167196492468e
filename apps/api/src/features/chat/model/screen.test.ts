import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createScreen } from './screen.ts';
import { createUnfit } from './unfit.ts';

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

  it('of signs that normalisation makes many of is shown to nobody', () => {
    assert.equal(createUnfit('none')('\ufdfa'.repeat(1_000)), 'encoded');
    assert.equal(createUnfit('none')('답변은 여기에 있습니다. '.repeat(300)), null);
  });
});
