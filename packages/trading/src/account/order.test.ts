import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderKeyFromHash } from './order.ts';

test('a key is the first fifty bits of the hash in base32', () => {
  // Fifty bits of 5-bit numbers 0 to 9: 00000 00001 00010 … 01001.
  assert.equal(orderKeyFromHash('00443214c74254b635cf84653a56d7c675be77df'), 'ABCDEFGHIJ');
  assert.equal(orderKeyFromHash('f'.repeat(64)), '7777777777');
  assert.equal(orderKeyFromHash('0'.repeat(64)), 'AAAAAAAAAA');
  assert.equal(orderKeyFromHash('ABCDEF0123456789'), orderKeyFromHash('abcdef0123456789'));
});

test('what follows the first fifty bits does not matter', () => {
  assert.equal(orderKeyFromHash('00443214c7425'), orderKeyFromHash('00443214c7424ffff'));
});

test('what is no hash is refused', () => {
  for (const wrong of ['', 'xyz', '123456789abc', ' 00443214c74254b6', '0x443214c74254b635']) {
    assert.throws(() => orderKeyFromHash(wrong), {
      name: 'ValueError',
      message: `'${wrong}' is not a hash in hex`,
    });
  }
});
