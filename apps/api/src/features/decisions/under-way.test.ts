import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUnderWay } from './under-way.ts';

describe('work that is under way', () => {
  it('is found by its name until it has ended, and by no other', async () => {
    const underWay = createUnderWay();
    const { promise, resolve } = Promise.withResolvers<string>();
    const done = underWay.run('a bar', () => promise);
    assert.ok(underWay.find('a bar'));
    assert.equal(underWay.find('another bar'), undefined);
    resolve('decided');
    assert.equal(await done, 'decided');
    assert.equal(underWay.find('a bar'), undefined);
  });

  it('fails for whoever waits for it, and is not found any more', async () => {
    const underWay = createUnderWay();
    const { promise, reject } = Promise.withResolvers<never>();
    const done = underWay.run('a bar', () => promise);
    const waiting = underWay.find('a bar');
    reject(new Error('the model has hung up'));
    await assert.rejects(done, /hung up/);
    await assert.rejects(waiting ?? Promise.resolve(), /hung up/);
    assert.equal(underWay.find('a bar'), undefined);
  });
});
