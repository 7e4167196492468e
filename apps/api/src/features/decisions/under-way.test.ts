import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createUnderWay } from './decisions.service.ts';

/** Somebody who waits, and may go. */
function caller() {
  const waiting = new AbortController();
  return { gone: waiting.signal, go: () => waiting.abort() };
}

/** Work that ends when the test says so, and tells whether it is wanted. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  return { start, resolve, reject, unwanted: () => signals[0]?.aborted };
}

const stays = () => new AbortController().signal;

describe('work that is under way', () => {
  it('is found by its name until it has ended, and by no other', async () => {
    const underWay = createUnderWay();
    const { start, resolve } = work();
    const done = underWay.run('a bar', stays(), start);
    const joined = underWay.join('a bar', stays());
    assert.equal(underWay.join('another bar', stays()), undefined);
    resolve('decided');
    assert.equal(await done, 'decided');
    assert.equal(await joined, 'decided');
    assert.equal(underWay.join('a bar', stays()), undefined);
  });

  it('fails for whoever waits for it, and is not found any more', async () => {
    const underWay = createUnderWay();
    const { start, reject } = work();
    const done = underWay.run('a bar', stays(), start);
    const waiting = underWay.join('a bar', stays());
    reject(new Error('the model has hung up'));
    await assert.rejects(done, /hung up/);
    await assert.rejects(waiting ?? Promise.resolve(), /hung up/);
    assert.equal(underWay.join('a bar', stays()), undefined);
  });
});

describe('work that is under way, when those who wait go', () => {
  it('is wanted until the last of them has gone', async () => {
    const underWay = createUnderWay();
    const { start, resolve, unwanted } = work();
    const [first, second, third] = [caller(), caller(), caller()];
    const done = underWay.run('a bar', first.gone, start);
    void underWay.join('a bar', second.gone);
    first.go();
    assert.equal(unwanted(), false);
    void underWay.join('a bar', third.gone);
    second.go();
    assert.equal(unwanted(), false, 'the third keeps it alive');
    third.go();
    assert.equal(unwanted(), true);
    resolve('too late');
    await done;
  });

  it('is not found once it is unwanted, and does not disturb the work that follows it', async () => {
    const underWay = createUnderWay();
    const [old, fresh] = [work(), work()];
    const first = caller();
    const abandoned = underWay.run('a bar', first.gone, old.start);
    first.go();
    assert.equal(underWay.join('a bar', stays()), undefined);
    const done = underWay.run('a bar', stays(), fresh.start);
    old.reject(new Error('abandoned'));
    await assert.rejects(abandoned, /abandoned/);
    assert.ok(underWay.join('a bar', stays()), 'the newer one is still under way');
    assert.equal(fresh.unwanted(), false);
    fresh.resolve('decided');
    assert.equal(await done, 'decided');
  });

  it('is not called off by a connection that closes after it has ended', async () => {
    const underWay = createUnderWay();
    const { start, resolve, unwanted } = work();
    const first = caller();
    const done = underWay.run('a bar', first.gone, start);
    resolve('decided');
    await done;
    first.go();
    assert.equal(unwanted(), false);
  });

  it('is unwanted from the start for one who has gone before, and held up for nobody', async () => {
    const underWay = createUnderWay();
    const { start, resolve, unwanted } = work();
    const first = caller();
    first.go();
    const done = underWay.run('a bar', first.gone, start);
    assert.equal(unwanted(), true);
    assert.equal(underWay.join('a bar', stays()), undefined);
    resolve('too late');
    await done;
  });

  it('is not kept alive by one who joins and has gone already', () => {
    const underWay = createUnderWay();
    const { start, unwanted } = work();
    const [first, second] = [caller(), caller()];
    second.go();
    void underWay.run('a bar', first.gone, start);
    void underWay.join('a bar', second.gone);
    first.go();
    assert.equal(unwanted(), true);
  });
});
