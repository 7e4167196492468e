import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { instant } from '@quorate/values/instant';
import { answerKey, createKeptAnswers } from './performance.routes.ts';

describe('kept answers', () => {
  it('are made once, for all who ask meanwhile and later', async () => {
    const keep = createKeptAnswers(1_000);
    let made = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = async () => {
      made += 1;
      await promise;
      return { made };
    };
    const both = [keep('a', work), keep('a', work)];
    resolve();
    assert.deepEqual(await Promise.all(both), [{ made: 1 }, { made: 1 }]);
    assert.deepEqual(await keep('a', work), { made: 1 });
    assert.deepEqual(await keep('b', work), { made: 2 });
  });

  it('are made again after a failure', async () => {
    const keep = createKeptAnswers(1_000);
    await assert.rejects(
      keep('a', () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    assert.deepEqual(await keep('a', async () => ({ made: 1 })), { made: 1 });
  });

  it('make room for newer ones', async () => {
    const keep = createKeptAnswers(50);
    const made: string[] = [];
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b'])
      await keep(key, async () => {
        made.push(key);
        return { text: '1234567890' };
      });
    assert.deepEqual(made, ['a', 'b', 'c', 'b']);
  });

  it('reach whoever asked even when they are too large to keep', async () => {
    const keep = createKeptAnswers(10);
    assert.deepEqual(await keep('a', async () => ({ text: '1234567890' })), { text: '1234567890' });
  });
});

describe('the key of an answer', () => {
  const about = { what: 'performance', userId: 'amina', version: '7.1' };
  const query = { period: 'daily', time_zone: 'Asia/Karachi', currency: 'USD' } as const;
  const noon = instant(Date.UTC(2026, 0, 5, 7));

  it('is the same for the same question, however its parts are ordered', () => {
    const turned = {
      currency: 'USD',
      account_type: undefined,
      time_zone: 'Asia/Karachi',
      period: 'daily',
    } as const;
    const evening = instant(Date.UTC(2026, 0, 5, 18, 59));
    assert.equal(answerKey(about, query, noon), answerKey(about, turned, evening));
  });

  it('is another one once the viewer’s day is over, a trade has changed, or something else is asked', () => {
    const keys = [
      answerKey(about, query, noon),
      answerKey(about, query, instant(Date.UTC(2026, 0, 5, 19))),
      answerKey({ ...about, version: '8.1' }, query, noon),
      answerKey({ ...about, userId: 'bilal' }, query, noon),
      answerKey({ ...about, what: 'simulation' }, query, noon),
      answerKey(about, { ...query, currency: 'EUR' }, noon),
      answerKey(about, { ...query, seed: 2 }, noon),
    ];
    assert.equal(new Set(keys).size, keys.length);
  });
});
