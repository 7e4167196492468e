import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aVote } from '../testing/builders.ts';
import { stopsOf, tallyOf } from './ensemble.ts';

const buy = aVote({ analyst: 'buyer' });
const sell = aVote({ analyst: 'seller', action: 'SELL' });
const hold = aVote({ analyst: 'waiter', action: 'HOLD', stopLossAtr: null, takeProfitAtr: null });
const pool = (...shares: number[]) =>
  shares.map((share, index) => ({ analyst: `${index}`, share, pUp: 0.5 }));

test('the side is what more heads ask for, and a tie has one, too', () => {
  const third = 1 / 3;
  const sale = tallyOf([sell, buy, sell], pool(third, third, third));
  assert.deepEqual([sale.side, sale.agreeing.length, sale.opposed], ['SELL', 2, 1]);
  const tie = tallyOf([sell, buy, hold], pool(third, third, third));
  assert.deepEqual([tie.side, tie.agreeing.length, tie.opposed], ['BUY', 1, 1]);
});

test('heads count alike however large their shares, but without a share they do not count', () => {
  const heard = tallyOf([buy, sell, sell], pool(0.98, 0.01, 0.01));
  assert.deepEqual([heard.side, heard.agreeing.length, heard.opposed], ['SELL', 2, 1]);
  const unheard = tallyOf([buy, sell, sell], pool(1, 0, 0));
  assert.deepEqual([unheard.side, unheard.agreeing.length, unheard.opposed], ['BUY', 1, 0]);
});

test('stops are medians, and nobody’s stops are none', () => {
  const wide = aVote({ stopLossAtr: 4, takeProfitAtr: 9 });
  assert.deepEqual(stopsOf([buy, wide]), { stopLossAtr: 2.75, takeProfitAtr: 6 });
  assert.deepEqual(stopsOf([buy, wide, buy]), { stopLossAtr: 1.5, takeProfitAtr: 3 });
  assert.equal(stopsOf([]), null);
  assert.equal(stopsOf([hold]), null);
});
