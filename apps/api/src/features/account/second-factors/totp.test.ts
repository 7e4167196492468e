import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Secret, TOTP, URI } from 'otpauth';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

/** The secret of RFC 6238, appendix B: '12345678901234567890'. */
const RFC_SECRET = Secret.fromLatin1('12345678901234567890').base32;

describe('a code of an authenticator app', () => {
  // The last six digits of the RFC's eight.
  for (const [seconds, code, step] of [
    [59, '287082', 1],
    [1111111109, '081804', 37037036],
    [1234567890, '005924', 41152263],
    [20000000000, '353130', 666666666],
  ] as const) {
    it(`is ${code} at ${seconds} s, as in RFC 6238`, () => {
      assert.equal(stepOfCode(RFC_SECRET, code, seconds * 1_000), step);
    });
  }

  it('passes one step early or late, and not two', () => {
    const at = (seconds: number) => stepOfCode(RFC_SECRET, '287082', seconds * 1_000);
    // The code of step 1: 30 s to 60 s.
    assert.deepEqual([0, 29.999, 30, 59.999, 60, 89.999].map(at), [1, 1, 1, 1, 1, 1]);
    assert.equal(at(90), null);
    assert.equal(at(-0.001), null);
  });

  it('may hold spaces, and nothing else that is no digit', () => {
    const read = (code: string) => stepOfCode(RFC_SECRET, code, 59_000);
    assert.equal(read('287 082'), 1);
    assert.equal(read(' 2 8 7 0 8 2 '), 1);
    for (const code of [
      '',
      '287',
      '2870822',
      '28708a',
      '２８７０８２',
      '28708é',
      '-87082',
      '1e5000',
    ])
      assert.equal(read(code), null, code);
  });
});

describe('a new secret', () => {
  it('has 160 bits and is never the same', () => {
    const secrets = Array.from({ length: 200 }, newTotpSecret);
    assert.equal(new Set(secrets).size, 200);
    for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/);
  });

  it('goes into an address that an app reads, whatever the names hold', () => {
    const secret = newTotpSecret();
    const names = { issuer: 'Küçük, O’Neil + Sons', label: 'amina.o-1_é' };
    const read = URI.parse(totpUri(secret, names));
    assert.ok(read instanceof TOTP);
    assert.deepEqual(
      [read.issuer, read.label, read.secret.base32, read.algorithm, read.digits, read.period],
      [names.issuer, names.label, secret, 'SHA1', 6, 30],
    );
  });
});
