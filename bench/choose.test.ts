import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { choose } from './choose.ts';

const NAMES = ['loop.demo', 'loop.start', 'replay.candles'];

describe('choosing benchmarks', () => {
  it('takes all of them without a word', () => {
    assert.deepEqual(choose(NAMES, []), { kind: 'chosen', names: NAMES });
  });

  it('takes one by its name and several by their beginning, each once', () => {
    assert.deepEqual(choose(NAMES, ['replay.candles']), {
      kind: 'chosen',
      names: ['replay.candles'],
    });
    assert.deepEqual(choose(NAMES, ['loop', 'loop.start']), {
      kind: 'chosen',
      names: ['loop.demo', 'loop.start'],
    });
  });

  it('refuses a name that is not there and lists those that are', () => {
    const choice = choose(NAMES, ['loop', 'sync']);
    assert.equal(choice.kind, 'refused');
    assert.match(choice.reason, /called sync\. There are:\n {2}loop\.demo\n {2}loop\.start/);
  });
});
