import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMeaning } from './meaning.ts';

describe('the meaning of entries', () => {
  // @attack 2.17
  it('is not called untrue for a clock that was set back, which is counted', () => {
    const meaning = createMeaning();
    const entryAt = (position: number, at: string) => ({
      leaf: {
        at,
        kind: 'bot' as const,
        position,
        stream: 'ab'.repeat(16),
        body: 'cd'.repeat(32),
        private: null,
        terminalAt: null,
      },
      body: { version: '1.0.0' },
      private: null,
      bodyText: '{"version":"1.0.0"}',
    });
    const times = ['10:00:00', '10:00:01', '09:59:59', '09:00:00', '10:00:02'];
    for (const [place, time] of times.entries())
      assert.equal(meaning.take(entryAt(place + 1, `2026-03-02T${time}.000Z`)), null);
    assert.deepEqual(meaning.unchecked(), { time: 1 });
  });
});
