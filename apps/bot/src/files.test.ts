import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { privateFolder, renameOver, writeWhole } from './files.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'bot whole '));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

describe('a file that is written whole', () => {
  it('takes the place of the one before, with the rights that are asked for', (t) => {
    const data = folder(t);
    const file = join(data, 'secret');
    writeWhole(file, 'one');
    writeWhole(file, 'two', 0o600);
    assert.equal(readFileSync(file, 'utf8'), 'two');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(data), ['secret']);
  });

  it('leaves nothing behind where it cannot be written', (t) => {
    const data = folder(t);
    mkdirSync(join(data, 'in the way', 'deep'), { recursive: true });
    assert.throws(() => writeWhole(join(data, 'in the way'), 'secret', 0o600));
    assert.deepEqual(readdirSync(data), ['in the way']);
  });
});

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

it('a run’s folder and what is in it are closed to other users, and links are not followed', {
  skip: process.platform === 'win32' && 'Windows has no such rights',
}, (t) => {
  const place = mkdtempSync(join(tmpdir(), 'quorate private '));
  t.after(() => rmSync(place, { recursive: true }));
  const outside = join(place, 'outside');
  writeFileSync(outside, 'mine');
  chmodSync(outside, 0o644);
  const folder = join(place, 'run');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  for (const path of [folder, join(folder, 'inner')]) chmodSync(path, 0o755);
  writeFileSync(join(folder, 'inner', 'journal.sqlite'), '');
  chmodSync(join(folder, 'inner', 'journal.sqlite'), 0o666);
  symlinkSync(outside, join(folder, 'link'));
  privateFolder(folder);
  const modes = ['', 'inner', 'inner/journal.sqlite'].map(
    (name) => lstatSync(join(folder, name)).mode & 0o777,
  );
  assert.deepEqual(modes, [0o700, 0o700, 0o600]);
  assert.equal(statSync(outside).mode & 0o777, 0o644);
  privateFolder(join(place, 'new'));
  assert.equal(statSync(join(place, 'new')).mode & 0o077, 0);
});
