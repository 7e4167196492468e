import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { createLedgerKey } from './ledger-key.ts';

const secretKey = Buffer.alloc(32, 7);

describe('the key of ledgers', () => {
  it('is the same on every service with the same secret key, and another with another', () => {
    const key = createLedgerKey(secretKey);
    // Whoever changes how it is derived leaves every head that was signed without its key.
    assert.equal(key.id, '810acda90cd3fe02');
    assert.equal(createLedgerKey(Buffer.from(secretKey)).publicKey, key.publicKey);
    assert.notEqual(createLedgerKey(Buffer.alloc(32, 8)).publicKey, key.publicKey);
  });

  it('signs what its public key verifies', () => {
    const { sign, publicKeyPem } = createLedgerKey(secretKey);
    const signature = Buffer.from(sign('a head'), 'base64');
    const key = createPublicKey(publicKeyPem);
    assert.equal(verify(null, Buffer.from('a head'), key, signature), true);
    assert.equal(verify(null, Buffer.from('another'), key, signature), false);
  });
});
