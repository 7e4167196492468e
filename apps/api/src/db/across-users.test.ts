import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acrossUsers } from './across-users.ts';

describe('statements over all users', () => {
  it('carry a reason that cannot end their comment', () => {
    for (const why of ['', 'a */ b', "it's", 'a\nb'])
      assert.throws(() => acrossUsers(why), /a reason in plain words/);
  });
});
