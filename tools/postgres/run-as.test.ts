import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { accountToRunAs } from './run-as.ts';

const passwd = (...names: string[]) =>
  [
    'root:x:0:0:root:/root:/bin/bash',
    ...names.map((name, at) => `${name}:x:${at + 1}:${at + 11}:::`),
  ].join('\n');

describe('the account PostgreSQL runs under', () => {
  it('is our own unless we are root', () => {
    assert.equal(
      accountToRunAs(() => passwd('postgres'), 1000),
      null,
    );
  });

  it('is postgres where there is one, else nobody', () => {
    assert.deepEqual(
      accountToRunAs(() => passwd('daemon', 'nobody', 'postgres'), 0),
      { uid: 3, gid: 13 },
    );
    assert.deepEqual(
      accountToRunAs(() => passwd('daemon', 'nobody'), 0),
      { uid: 2, gid: 12 },
    );
  });

  it('is any other one on a machine that has neither', () => {
    assert.deepEqual(
      accountToRunAs(() => passwd('daemon', 'games'), 0),
      { uid: 1, gid: 11 },
    );
  });

  it('is never root: without another account it says so', () => {
    assert.throws(() => accountToRunAs(() => passwd(), 0), /names no other account/);
  });
});
