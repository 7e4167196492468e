import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { it } from 'node:test';
import type { UserId } from '@quorate/values/ids';
import fc from 'fast-check';
import { createSealing } from '../../db/sealing.ts';
import { makeCheckoutToken, readCheckoutToken } from './checkout-token.ts';

const AMINA = '0199a3c2-0000-7000-8000-000000000001' as UserId;
const BILAL = '0199a3c2-0000-7000-8000-000000000002' as UserId;
const sealing = createSealing(randomBytes(32));

it('a checkout token says whose purchase it is', () => {
  const token = makeCheckoutToken(sealing, AMINA);
  assert.equal(readCheckoutToken(sealing, { checkout_token: token, other: 1 }), AMINA);
});

it('a token is nobody’s under another key, for another user, or changed anywhere', () => {
  const token = makeCheckoutToken(sealing, AMINA);
  const read = (checkout_token: unknown) => readCheckoutToken(sealing, { checkout_token });
  assert.equal(readCheckoutToken(createSealing(randomBytes(32)), { checkout_token: token }), null);
  assert.equal(read(token.replace(AMINA, BILAL)), null);
  for (let place = 0; place < token.length; place += 1) {
    const other = token[place] === '0' ? '1' : '0';
    assert.equal(read(token.slice(0, place) + other + token.slice(place + 1)), null);
  }
});

it('what anybody else wrote there is nobody’s, and no fault', () => {
  for (const none of [
    undefined,
    null,
    '',
    '.',
    AMINA,
    `${AMINA}.`,
    7,
    {},
    [AMINA],
    'x'.repeat(1e5),
  ])
    assert.equal(readCheckoutToken(sealing, { checkout_token: none }), null);
  assert.equal(readCheckoutToken(sealing, {}), null);
  fc.assert(
    fc.property(fc.anything(), (value) => {
      assert.equal(readCheckoutToken(sealing, { checkout_token: value }), null);
    }),
  );
});
