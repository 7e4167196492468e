import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../../../test/helpers/until.ts';
import { heldDuring } from './decisions.service.ts';

describe('work that others wait for', () => {
  it('is said to be under way until it has ended, however often saying so fails, and not longer', async () => {
    let said = 0;
    const work = Promise.withResolvers<string>();
    const hold = async () => {
      said += 1;
      if (said % 2 === 0) throw new Error('the database is away');
    };
    const done = heldDuring(hold, () => work.promise, 5);
    await until(() => said >= 5);
    work.resolve('decided');
    assert.equal(await done, 'decided');
    const after = said;
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(said, after);
  });

  it('is said once at a time, where saying so takes long', async () => {
    let saying = 0;
    const work = Promise.withResolvers<void>();
    const hold = () => {
      saying += 1;
      return new Promise<void>(() => {});
    };
    const done = heldDuring(hold, () => work.promise, 5);
    await new Promise((resolve) => setTimeout(resolve, 50));
    work.reject(new Error('the panel has failed'));
    await assert.rejects(done, /the panel has failed/);
    assert.equal(saying, 1);
  });
});
