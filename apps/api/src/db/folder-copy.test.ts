import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { copyWhenAsked, tellService } from './folder-copy.ts';

describe('what a service is told by way of its folder', () => {
  function service(t: TestContext, hear: (words: string) => Promise<void>): string {
    const dataDir = mkdtempSync(join(tmpdir(), 'told '));
    const copies = copyWhenAsked(dataDir, { holdStill: (work) => work(), hear });
    t.after(async () => {
      await copies.stop();
      rmSync(dataDir, { recursive: true });
    });
    return dataDir;
  }

  it('is heard once, in the order in which it is told, and leaves nothing behind', async (t) => {
    const heard: string[] = [];
    const dataDir = service(t, async (words) => void heard.push(words));
    assert.equal(await tellService(dataDir, 'one'), true);
    assert.equal(await tellService(dataDir, 'two'), true);
    assert.deepEqual(heard, ['one', 'two']);
    assert.deepEqual(readdirSync(join(dataDir, 'copies')), []);
  });

  it('and cannot be written down is said to whoever told it, and not tried again', async (t) => {
    let tries = 0;
    const dataDir = service(t, async () => {
      tries += 1;
      throw new Error('the disk is full');
    });
    assert.equal(await tellService(dataDir, 'one'), false);
    assert.equal(tries, 1);
    assert.deepEqual(readdirSync(join(dataDir, 'copies')), []);
  });
});
