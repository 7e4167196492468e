import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reasonOf } from './reason.ts';

describe('the reason of a failure', () => {
  it('is what its runner said, without colours and empty lines', () => {
    assert.equal(reasonOf('\u001b[31mone\u001b[39m\n\n  two  \n'), '\n    one\n      two');
  });

  it('is nothing where nothing was said', () => {
    assert.equal(reasonOf(undefined), '');
    assert.equal(reasonOf('\n'), '');
  });

  it('is cut where it is long', () => {
    const reason = reasonOf('x'.repeat(10_000));
    assert.ok(reason.length < 700 && reason.endsWith('x …'), reason);
  });
});
