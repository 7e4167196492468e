import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '@quorate/trading/market/random';
import { createBridgeStage } from './testing/bridge-stage.ts';
import { splitAtRandom } from './testing/split-at-random.ts';

/** A comment that is as long as a line's bytes allow words to be. */
const COMMENT = '日本語のコメント'.repeat(25);

function position(index: number) {
  return {
    ticket: `${18_000_000_000_000_000_000n + BigInt(index)}`,
    symbol: 'XAUUSD.micro',
    side: index % 2 === 0 ? 'BUY' : 'SELL',
    lots: '0.01',
    open_price: '2650.12',
    sl: '2600.00',
    tp: null,
    price: '2651.00',
    profit: '-12345.67',
    swap: '-1.20',
    magic: 7_420_001,
    comment: COMMENT,
    opened: 1_767_787_200_000,
  };
}

test('500 open positions with long comments arrive in one answer of several parts, however split', async () => {
  const positions = Array.from({ length: 500 }, (_, index) => position(index));
  const random = createRandom(500);
  const { timers, link, dial } = createBridgeStage();
  let parts = 0;
  await dial(
    {
      answer({ head }, expert) {
        if (head.t !== 'positions') return;
        for (let from = 0; from < positions.length; from += 60) {
          const part = positions.slice(from, from + 60);
          const isLast = from + 60 >= positions.length;
          expert.send(
            'ok',
            { positions: part },
            { re: head.id, ...(isLast ? {} : { more: true }) },
          );
          // What is told meanwhile does not disturb it.
          expert.send('hb', {});
          parts += 1;
        }
      },
    },
    { split: (bytes) => splitAtRandom(bytes, random, 5_000) },
  );
  const outcome = await timers.until(link.request('positions', {}));
  assert.ok(outcome.kind === 'ok');
  assert.deepEqual(outcome.answer.positions, positions);
  assert.equal(parts, 9);
});

test('an answer whose last part never comes has an unknown outcome', async () => {
  const { timers, link, dial } = createBridgeStage();
  const { expert } = await dial({
    answer({ head }, own) {
      if (head.t === 'positions') own.send('ok', { positions: [] }, { re: head.id, more: true });
    },
  });
  timers.after(3_000, () => expert.send('hb', {}));
  assert.deepEqual(await timers.until(link.request('positions', {})), {
    kind: 'unknown',
    reason: 'no answer to positions within 5 s',
  });
});

test('an answer without an end is given up, and the session goes on', async () => {
  const { timers, link, dial } = createBridgeStage();
  const { expert } = await dial();
  const asked = link.request('symbol.names', {});
  await timers.advance(0);
  const re = expert.heard.at(-1)?.head.id ?? '';
  const names = Array.from({ length: 5_000 }, (_, index) => `S${index}`);
  for (let part = 0; part < 60; part += 1) expert.send('ok', { names }, { re, more: true });
  assert.deepEqual(await timers.until(asked), {
    kind: 'error',
    code: 'bad_answer',
    message: 'the answer to symbol.names is too long',
  });
  await timers.advance(0);
  assert.equal(link.state().kind, 'connected');
  assert.equal(link.counts().lateAnswers, 20);
});
