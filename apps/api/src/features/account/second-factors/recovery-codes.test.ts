import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('come ten at a time in three readable groups, and never twice', () => {
    const codes = Array.from({ length: 100 }, newRecoveryCodes).flat();
    assert.equal(codes.length, 1_000);
    assert.equal(new Set(codes).size, 1_000);
    for (const code of codes) assert.match(code, /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    assert.doesNotMatch(codes.join(''), /[01ilou]/);
  });

  it('use the whole alphabet evenly, so that each has 58 bits', () => {
    const letters = Array.from({ length: 500 }, newRecoveryCodes)
      .flat()
      .join('')
      .replaceAll('-', '');
    const counts = new Map<string, number>();
    for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    assert.equal(counts.size, 30);
    const expected = letters.length / 30;
    for (const [letter, count] of counts)
      assert.ok(Math.abs(count - expected) < expected / 4, `${letter}: ${count} of ${expected}`);
    assert.ok(Math.log2(30 ** 12) > 50);
  });

  it('are the same however they are typed', () => {
    const [code = ''] = newRecoveryCodes();
    const hash = hashRecoveryCode(code);
    assert.match(hash ?? '', /^[0-9a-f]{64}$/);
    for (const typed of [
      code.toUpperCase(),
      code.replaceAll('-', ''),
      code.replaceAll('-', ' '),
      ` ${code.replaceAll('-', '–')}\t`,
      code.split('').join(' '),
    ]) {
      assert.equal(hashRecoveryCode(typed), hash, typed);
    }
  });

  it('are not taken from anything of another length', () => {
    for (const text of ['', '123456', 'k7mq-9t2x-hh4', 'k7mq-9t2x-hh4dd', '----', '💥'.repeat(12)])
      assert.equal(hashRecoveryCode(text), null, text);
  });
});
