import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { describe, it } from 'node:test';
import { createVapidKeys } from './create-push.ts';

describe('the keys that name the service to push services', () => {
  it('come from its secret key alone, and stay what they are: browsers know them', () => {
    const keys = createVapidKeys(Buffer.alloc(32, 7));
    assert.deepEqual(keys, createVapidKeys(Buffer.alloc(32, 7)));
    assert.deepEqual(keys, {
      privateKey: 'bh2Ya9kYDOJmenx3Y_jlXsIrUhrPSAGfhA3rAZuYriA',
      publicKey:
        'BKKr9eQers9Hd7l8xSSx8VMU63y-yhxrZkzYyxrFByLzfETaQxSp_uCBe3fPtrqIX3fqfhBF-Q0Y0u3ZHhDKCrU',
    });
  });

  it('are a pair on P-256, for any secret key', () => {
    for (let byte = 0; byte < 200; byte += 1) {
      const { privateKey, publicKey } = createVapidKeys(Buffer.alloc(32, byte));
      const pair = createECDH('prime256v1');
      pair.setPrivateKey(Buffer.from(privateKey, 'base64url'));
      assert.equal(pair.getPublicKey().toString('base64url'), publicKey);
      assert.equal(Buffer.from(privateKey, 'base64url').length, 32);
    }
  });
});
