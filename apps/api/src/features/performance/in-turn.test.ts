import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTurns } from './performance.routes.ts';

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  return { work: () => promise, end: resolve, fail: reject };
}

it('takes one user in turn and others side by side', async () => {
  const inTurn = createTurns();
  const begun: string[] = [];
  const first = held();
  const begin = (name: string) => async () => void begun.push(name);
  const all = [
    inTurn('amina', () => {
      begun.push('first');
      return first.work();
    }),
    inTurn('amina', begin('second')),
    inTurn('bilal', begin('other')),
  ];
  await all[2];
  assert.deepEqual(begun, ['first', 'other']);
  first.end('done');
  await Promise.all(all);
  assert.deepEqual(begun, ['first', 'other', 'second']);
});

it('tells a failure to whoever asked, and goes on with the next', async () => {
  const inTurn = createTurns();
  const broken = held();
  const failing = inTurn('amina', broken.work);
  const next = inTurn('amina', async () => 'next');
  broken.fail(new Error('broken'));
  await assert.rejects(failing, /broken/);
  assert.equal(await next, 'next');
});
