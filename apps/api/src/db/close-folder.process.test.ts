import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { freshStorage } from '../../test/helpers/fresh-database.ts';
import { freePort, startServer } from '../../test/helpers/server-process.ts';
import { closeFolder } from './close-folder.ts';

const SKIP = process.platform === 'win32' && 'Windows has no such rights';

function tempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate rights '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Everything in a folder that another user may read, write or enter; links are named, not followed. */
function openTo(folder: string): string[] {
  return [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
    .map((name) => (name === folder ? folder : join(folder, name)))
    .filter((path) => {
      const found = lstatSync(path);
      return !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
    });
}

it('a service started with the loosest mask leaves nothing in its folder open, new or old', {
  skip: SKIP,
}, async (t) => {
  const { env, remove } = await freshStorage();
  t.after(remove);
  const DATA_DIR = env.DATA_DIR ?? '';
  const mask = process.umask(0);
  t.after(() => process.umask(mask));
  chmodSync(DATA_DIR, 0o755);
  mkdirSync(join(DATA_DIR, 'releases'), { mode: 0o777 });
  // A volume has it at its top.
  mkdirSync(join(DATA_DIR, 'lost+found'), { mode: 0o755 });
  writeFileSync(join(DATA_DIR, 'of-monday.backup'), 'rows', { mode: 0o666 });
  writeFileSync(join(DATA_DIR, 'releases', 'old.bin'), 'bytes', { mode: 0o644 });
  const server = await startServer({ ...env, PORT: await freePort() });
  t.after(() => server.kill());
  assert.deepEqual(openTo(DATA_DIR), []);
  assert.equal(statSync(join(DATA_DIR, 'of-monday.backup')).mode & 0o777, 0o600);
  assert.equal(statSync(join(DATA_DIR, 'releases')).mode & 0o777, 0o700);
  assert.equal(await server.stop(), 0);
  assert.deepEqual(openTo(DATA_DIR), []);
});

it('links are not followed, and what belongs to somebody else stays as it is and is named', {
  skip: SKIP,
}, (t) => {
  const folder = tempFolder(t);
  const elsewhere = join(tempFolder(t), 'elsewhere');
  writeFileSync(elsewhere, 'mine', { mode: 0o644 });
  chmodSync(elsewhere, 0o644);
  symlinkSync(elsewhere, join(folder, 'link'));
  writeFileSync(join(folder, 'open'), 'x');
  chmodSync(join(folder, 'open'), 0o666);
  const theirs = join(folder, 'theirs');
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    writeFileSync(theirs, 'x');
    chmodSync(theirs, 0o644);
    chownSync(theirs, 65_534, 65_534);
  }
  const said = closeFolder(folder).join('\n');
  assert.match(
    said,
    /Other users could read or change 1 of the files and folders in .*; now they cannot/,
  );
  assert.match(said, /Rights left as they are: .*link is a link/);
  assert.equal(statSync(elsewhere).mode & 0o777, 0o644);
  assert.equal(statSync(join(folder, 'open')).mode & 0o777, 0o600);
  if (isRoot) {
    assert.match(said, /theirs belongs to user 65534/);
    assert.equal(statSync(theirs).mode & 0o777, 0o644);
  }
  rmSync(join(folder, 'link'));
  rmSync(theirs, { force: true });
  assert.deepEqual(closeFolder(folder), []);
});

it('a folder that others need is left alone, and named', { skip: SKIP }, (t) => {
  const shared = tempFolder(t);
  chmodSync(shared, 0o1777);
  writeFileSync(join(shared, 'a'), '');
  chmodSync(join(shared, 'a'), 0o644);
  for (const [folder, why] of [
    [shared, /is shared by all users/],
    [homedir(), /is a home folder/],
    ['/', /holds the program itself|home folder/],
  ] as const)
    assert.match(closeFolder(folder).join(), why);
  assert.equal(statSync(join(shared, 'a')).mode & 0o777, 0o644);
});

it('among folders of others only ours are closed, and the place is named', { skip: SKIP }, (t) => {
  const folder = tempFolder(t);
  chmodSync(folder, 0o755);
  for (const name of ['ssh', 'database', join('database', 'base')]) mkdirSync(join(folder, name));
  for (const name of ['passwd', join('ssh', 'config'), join('database', 'base', '1')]) {
    writeFileSync(join(folder, name), 'x');
    chmodSync(join(folder, name), 0o644);
  }
  chmodSync(join(folder, 'ssh'), 0o755);
  const said = closeFolder(folder).join('\n');
  assert.match(said, /holds other folders \(ssh\), so that its rights are left as they are/);
  assert.deepEqual(
    openTo(folder)
      .map((path) => path.slice(folder.length))
      .toSorted(),
    ['', '/passwd', '/ssh', '/ssh/config'],
  );
});

it('a file in the place of the folder keeps its rights', { skip: SKIP }, (t) => {
  const file = join(tempFolder(t), 'passwd');
  writeFileSync(file, 'x');
  chmodSync(file, 0o644);
  assert.deepEqual(closeFolder(file), []);
  assert.equal(statSync(file).mode & 0o777, 0o644);
});
