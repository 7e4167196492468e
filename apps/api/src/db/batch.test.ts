import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { batchBy } from './batch.ts';

/** A database of squares that answers when it is told to. */
function squares() {
  const asked: number[][] = [];
  const answers: ((error?: Error) => void)[] = [];
  const ask = batchBy<number, ReadonlyMap<number, number>>(
    (keys) => {
      asked.push([...keys]);
      return new Promise((resolve, reject) => {
        answers.push((error) =>
          error ? reject(error) : resolve(new Map(keys.map((key) => [key, key * key]))),
        );
      });
    },
    { keyOf: () => 'squares', atOnce: 2 },
  );
  const find = async (key: number) => (await ask(key)).get(key);
  return { find, asked, answer: (error?: Error) => answers.shift()?.(error) };
}

describe('what is done in batches', () => {
  it('is done at once where little is going on', () => {
    const { find, asked } = squares();
    void find(2);
    void find(3);
    assert.deepEqual(asked, [[2], [3]]);
  });

  it('is one batch for all who came while others were under way', async () => {
    const { find, asked, answer } = squares();
    const all = Promise.all([2, 3, 4, 5, 4, 6].map(find));
    answer();
    await turn();
    answer();
    answer();
    assert.deepEqual(await all, [4, 9, 16, 25, 16, 36]);
    assert.deepEqual(asked, [[2], [3], [4, 5, 4, 6]]);
  });

  it('is never done by a batch that began before it was asked for', async () => {
    const { find, asked, answer } = squares();
    const early = [find(7), find(7), find(7)];
    answer();
    await turn();
    const late = find(7);
    answer();
    answer();
    await turn();
    answer();
    assert.deepEqual(await Promise.all([...early, late]), [49, 49, 49, 49]);
    assert.deepEqual(asked, [[7], [7], [7], [7]]);
  });

  it('fails together with its own batch, and the next one does not', async () => {
    const { find, answer } = squares();
    const [first, second, third] = [find(1), find(2), find(3)];
    answer(new Error('away'));
    await assert.rejects(first, /away/);
    answer();
    answer();
    assert.deepEqual(await Promise.all([second, third]), [4, 9]);
  });

  it('is at most 200 in a batch, and none is left out', async () => {
    const { find, asked, answer } = squares();
    const all = Promise.all(Array.from({ length: 452 }, (_, key) => find(key)));
    while (asked.flat().length < 452) {
      answer();
      await turn();
    }
    answer();
    answer();
    await turn();
    answer();
    assert.equal((await all).at(-1), 451 * 451);
    assert.deepEqual(
      asked.map((keys) => keys.length),
      [1, 1, 200, 200, 50],
    );
  });

  it('holds up nothing of another key', async () => {
    const asked: string[][] = [];
    const answers: (() => void)[] = [];
    const count = batchBy<string, number>(
      (items) => {
        asked.push([...items]);
        return new Promise((resolve) => answers.push(() => resolve(items.length)));
      },
      { keyOf: (item) => item.slice(0, 1), atOnce: 1 },
    );
    const all = Promise.all(['a1', 'a2', 'b1', 'a3'].map(count));
    assert.deepEqual(asked, [['a1'], ['b1']]);
    while (answers.length > 0) {
      answers.shift()?.();
      await turn();
    }
    assert.deepEqual(await all, [1, 2, 1, 2]);
    assert.deepEqual(asked, [['a1'], ['b1'], ['a2', 'a3']]);
  });
});
