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

/** As many batches as may be: of 2, and of 3. */
async function twoUnderWay() {
  const stage = squares();
  const two = stage.find(2);
  await turn();
  const three = stage.find(3);
  await turn();
  return { ...stage, first: Promise.all([two, three]) };
}

describe('what is done in batches', () => {
  it('is done at once where little is going on', async () => {
    const { asked } = await twoUnderWay();
    assert.deepEqual(asked, [[2], [3]]);
  });

  it('is one batch for all who come at the same moment, or while others are under way', async () => {
    const { find, asked, answer, first } = await twoUnderWay();
    const all = Promise.all([4, 5, 4, 6].map(find));
    await turn();
    answer();
    answer();
    await turn();
    const more = Promise.all([7, 8].map(find));
    await turn();
    answer();
    answer();
    assert.deepEqual(await Promise.all([first, all, more]), [
      [4, 9],
      [16, 25, 16, 36],
      [49, 64],
    ]);
    assert.deepEqual(asked, [[2], [3], [4, 5, 4, 6], [7, 8]]);
  });

  it('is never done by a batch that began before it was asked for', async () => {
    const { find, asked, answer, first } = await twoUnderWay();
    const late = find(2);
    await turn();
    assert.deepEqual(asked, [[2], [3]]);
    answer();
    await turn();
    answer();
    answer();
    assert.deepEqual(await Promise.all([first, late]), [[4, 9], 4]);
    assert.deepEqual(asked, [[2], [3], [2]]);
  });

  it('fails together with its own batch, and the next one does not', async () => {
    const { find, answer, first } = await twoUnderWay();
    const third = find(4);
    answer(new Error('away'));
    await assert.rejects(first, /away/);
    answer();
    await turn();
    answer();
    assert.equal(await third, 16);
  });

  it('is at most 200 in a batch, and none is left out', async () => {
    const { find, asked, answer } = squares();
    const all = Promise.all(Array.from({ length: 450 }, (_, key) => find(key)));
    for (let at = 0; at < 3; at += 1) {
      await turn();
      answer();
      answer();
    }
    assert.equal((await all).at(-1), 449 * 449);
    assert.deepEqual(
      asked.map((keys) => keys.length),
      [200, 200, 50],
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
    await turn();
    assert.deepEqual(asked, [['a1', 'a2', 'a3'], ['b1']]);
    const more = count('a4');
    await turn();
    assert.equal(asked.length, 2);
    while (answers.length > 0) {
      answers.shift()?.();
      await turn();
    }
    assert.deepEqual(await all, [3, 3, 1, 3]);
    assert.equal(await more, 1);
    assert.deepEqual(asked, [['a1', 'a2', 'a3'], ['b1'], ['a4']]);
  });
});
