import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { renameOver } from './rename-over.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'bot rename '));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** As Windows refuses while somebody has the file open. */
function refusing(times: number, code: string) {
  let calls = 0;
  return {
    calls: () => calls,
    rename: () => {
      calls += 1;
      if (calls <= times) throw Object.assign(new Error(`${code}: refused`), { code });
    },
  };
}

describe('a file that takes the place of another', () => {
  it('is there under the new name alone', (t) => {
    const data = folder(t);
    writeFileSync(join(data, 'new'), 'new');
    writeFileSync(join(data, 'old'), 'old');
    renameOver(join(data, 'new'), join(data, 'old'));
    assert.equal(readFileSync(join(data, 'old'), 'utf8'), 'new');
    assert.deepEqual(readdirSync(data), ['old']);
  });

  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    it(`waits for a virus scanner that lets go again (${code})`, () => {
      const held = refusing(3, code);
      renameOver('new', 'old', held.rename);
      assert.equal(held.calls(), 4);
    });
  }

  it('gives up on somebody who keeps it, and says why', () => {
    const held = refusing(Number.POSITIVE_INFINITY, 'EPERM');
    assert.throws(() => renameOver('new', 'old', held.rename), /EPERM: refused/);
    assert.ok(held.calls() > 3 && held.calls() < 20, `${held.calls()} tries`);
  });

  it('does not try again what no waiting mends', () => {
    const full = refusing(1, 'ENOSPC');
    assert.throws(() => renameOver('new', 'old', full.rename), /ENOSPC/);
    assert.equal(full.calls(), 1);
  });
});
