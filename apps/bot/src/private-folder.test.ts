import assert from 'node:assert/strict';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { privateFolder } from './private-folder.ts';

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
