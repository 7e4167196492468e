import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { createSealing, SealBrokenError } from './sealing.ts';

describe('sealing', () => {
  const key = randomBytes(32);
  const sealing = createSealing(key);

  it('gives a secret back where it was sealed for, and never writes it as it is', () => {
    for (const secret of ['', 'JBSWY3DPEHPK3PXP', 'ünïcode 🔑', 'x'.repeat(10_000)]) {
      const sealed = sealing.seal(secret, 'totp:a');
      assert.equal(sealing.open(sealed, 'totp:a'), secret);
      if (secret) assert.ok(!Buffer.from(sealed.slice(3), 'base64url').includes(secret));
    }
  });

  it('seals the same secret differently every time', () => {
    const sealed = new Set(Array.from({ length: 100 }, () => sealing.seal('same', 'totp:a')));
    assert.equal(sealed.size, 100);
  });

  it('opens at no other place, under no other key, and in no other process with another key', () => {
    const sealed = sealing.seal('secret', 'totp:a');
    assert.throws(() => sealing.open(sealed, 'totp:b'), SealBrokenError);
    const other = createSealing(randomBytes(32));
    assert.throws(() => other.open(sealed, 'totp:a'), SealBrokenError);
    assert.equal(createSealing(Buffer.from(key)).open(sealed, 'totp:a'), 'secret');
  });

  it('notices every changed byte', () => {
    const sealed = sealing.seal('secret', 'totp:a');
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      assert.throws(
        () => sealing.open(`v1.${changed.toString('base64url')}`, 'totp:a'),
        SealBrokenError,
      );
    }
  });

  it('refuses what was never sealed, without repeating it', () => {
    for (const text of [
      '',
      'v1.',
      'v1.AAAA',
      'v2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
      'plain',
    ]) {
      assert.throws(
        () => sealing.open(text, 'totp:a'),
        (error: Error) => error instanceof SealBrokenError && !/plain|AAAA/.test(error.message),
      );
    }
  });

  it('marks a secret the same way each time, and otherwise at another place or under another key', () => {
    const mark = sealing.mark('F7KQ2MXD', 'device-code');
    assert.match(mark, /^[0-9a-f]{64}$/);
    assert.equal(createSealing(key).mark('F7KQ2MXD', 'device-code'), mark);
    const others = [
      sealing.mark('F7KQ2MXC', 'device-code'),
      sealing.mark('F7KQ2MXD', 'device'),
      sealing.mark('7KQ2MXD', 'device-codeF'),
      createSealing(randomBytes(32)).mark('F7KQ2MXD', 'device-code'),
    ];
    assert.equal(new Set([mark, ...others]).size, 5);
  });

  it('takes no key of another length', () => {
    assert.throws(() => createSealing(randomBytes(16)), /32 bytes/);
  });
});
