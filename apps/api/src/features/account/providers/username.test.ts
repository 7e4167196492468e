import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signupFault } from '@quorate/contract/account';
import fc from 'fast-check';
import { anotherUsername, usernameFrom } from './settle-account.ts';

describe('a username made from a name elsewhere', () => {
  const cases: [string, string, string][] = [
    ['Amina Karimi', 'x@y.zz', 'amina.karimi'],
    ['  José  Ñandú ', 'x@y.zz', 'josé.ñandú'],
    ['李雷', 'leilei@example.com', 'leilei'],
    ['..dots..', 'x@y.zz', 'dots'],
    ['<script>', 'x@y.zz', 'script'],
    ['a@b', 'somebody.else+tag@example.com', 'somebody.elsetag'],
    ['', 'ab@example.com', 'trader'],
    ['Quorate Support', 'billing@example.com', 'trader'],
    ['аdmin', 'somebody@example.com', 'somebody'],
    ['Ａｍｉｎａ', 'x@y.zz', 'amina'],
    ['x'.repeat(90), 'x@y.zz', 'x'.repeat(26)],
  ];
  for (const [name, email, username] of cases) {
    it(`is ${username} for ${JSON.stringify(name.slice(0, 20))} and ${email}`, () => {
      assert.equal(usernameFrom(name, email, 'Quorate'), username);
    });
  }

  it('keeps the rules of sign-up whatever the name is, also with a number behind it', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.emailAddress(),
        (name, email) => {
          const username = usernameFrom(name, email, 'Quorate');
          for (const one of [username, anotherUsername(username)]) {
            const form = { username: one, email: 'a@b.co', password: 'correct horse' };
            assert.equal(signupFault(form), null, JSON.stringify(one));
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
