import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storageFault } from './storage-fault.ts';

describe('a fault of the data folder', () => {
  for (const code of ['ENOENT', 'EROFS', 'EACCES', 'ENOSPC', 'EDQUOT', 'ENAMETOOLONG', 'EIO']) {
    it(`is one sentence that names the folder: ${code}`, () => {
      const fault = storageFault('/data/bot', Object.assign(new Error('mkdir'), { code }));
      assert.match(fault.message, /^The data folder \/data\/bot cannot be used: .+\.$/);
    });
  }

  it('is not made of what has nothing to do with it', () => {
    const error = new TypeError('a mistake of ours');
    assert.equal(storageFault('/data/bot', error), error);
  });
});
