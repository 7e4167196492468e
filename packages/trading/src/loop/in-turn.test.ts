import assert from 'node:assert/strict';
import { test } from 'node:test';
import { andThen, eachInTurn } from './in-turn.ts';

test('a value at hand is gone on with at once, a promised one later', async () => {
  assert.equal(
    andThen(20, (value) => value + 1),
    21,
  );
  const later = andThen(Promise.resolve(20), (value) => value + 1);
  assert.ok(later instanceof Promise);
  assert.equal(await later, 21);
});

test('items are taken in their order, each when the one before it is done with', async () => {
  const seen: string[] = [];
  const names = ['a', 'b', 'c', 'd'].map((name) => ({ name }));
  const done = eachInTurn(names, ({ name }) => {
    seen.push(`${name} begins`);
    if (name !== 'b') return;
    return Promise.resolve().then(() => void seen.push('b ends'));
  });
  assert.deepEqual(seen, ['a begins', 'b begins']);
  await done;
  assert.deepEqual(seen, ['a begins', 'b begins', 'b ends', 'c begins', 'd begins']);
  assert.equal(
    eachInTurn(names, () => {}),
    undefined,
  );
});

test('what one item throws ends the turn', async () => {
  const seen: string[] = [];
  const names = ['a', 'b', 'c'].map((name) => ({ name }));
  const done = eachInTurn(names, async ({ name }) => {
    seen.push(name);
    if (name === 'b') throw new Error('no b');
  });
  await assert.rejects(async () => done, /no b/);
  assert.deepEqual(seen, ['a', 'b']);
});
