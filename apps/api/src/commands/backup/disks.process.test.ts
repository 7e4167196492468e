import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freshStorage } from '../../../test/helpers/fresh-database.ts';
import { fillDisk, makeReadOnly, NO_DISK, smallDisk } from '../../../test/helpers/small-disk.ts';
import { readConfig } from '../../config/config.ts';
import { connect } from '../../db/connect.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { selfAs } from '../command/command-parts.ts';

const ROOT = fileURLToPath(new URL('../../../../..', import.meta.url));

type Ended = Readonly<{ code: number; said: string }>;

/** @param reads false closes its standard output and error before it has said a word */
async function command(
  env: Readonly<Record<string, string>>,
  [name = '', ...args]: readonly string[],
  reads = true,
): Promise<Ended> {
  const { DATABASE_URL, SECRET_KEY, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'tools', `${name}.ts`), ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit') as Promise<[number]>;
  if (!reads) {
    child.stdout.destroy();
    child.stderr.destroy();
    return { code: (await ended)[0], said: '' };
  }
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: out + err };
}

/** A service's data, of which a command has some to tell. */
async function data(t: TestContext): Promise<Record<string, string>> {
  const storage = await freshStorage();
  t.after(storage.remove);
  const database = await connect(readConfig(storage.env), selfAs('a test'));
  try {
    await migrateToLatest(database.db);
  } finally {
    await database.close();
  }
  return { ...storage.env };
}

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quorate closed '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('commands whose output nobody reads do their work to its end', async (t) => {
  const env = await data(t);
  const folder = folderOf(t);
  const file = join(folder, 'file');
  const tables = join(folder, 'tables');
  assert.equal((await command(env, ['backup', file], false)).code, 0);
  assert.deepEqual(readdirSync(folder), ['file'], 'whole, and no half of one beside it');
  const whole = await command(env, ['backup', 'verify', file]);
  assert.match(whole.said, /is whole/);
  assert.equal((await command(env, ['export', tables], false)).code, 0);
  assert.ok(readdirSync(tables).length > 40);
  assert.equal((await command(env, ['verify-ledger'], false)).code, 3, 'its own code');
});

it('a full disk and one that can only be read are named, and hold no half of a file', async (t) => {
  const disk = smallDisk(t, 2);
  if (!disk) return t.skip(NO_DISK);
  const env = await data(t);
  const setup = join(folderOf(t), 'setup.exe');
  writeFileSync(setup, Buffer.alloc(1_000_000, 'x'));
  mkdirSync(join(disk, 'tables'));
  mkdirSync(join(disk, 'releases'));
  const before = readdirSync(disk, { recursive: true });
  const releases = { ...env, RELEASES_DIR: join(disk, 'releases') };
  const calls = [
    [env, ['backup', join(disk, 'file')], `${disk}/file was not written`],
    [env, ['export', join(disk, 'tables')], `${disk}/tables was not written`],
    [
      releases,
      ['publish-desktop', setup, '--version', '1.2.3'],
      `${disk}/releases was not written`,
    ],
  ] as const;
  const ballast = fillDisk(disk);
  for (const [variables, words, says] of calls) {
    const { code, said } = await command(variables, words);
    assert.equal(code, 1, said);
    assert.ok(said.includes(`${says}: the disk is full. Make room on it`), said);
    assert.doesNotMatch(said, /\n {4}at /, 'a sentence and no stack');
  }
  ballast.release();
  assert.deepEqual(readdirSync(disk, { recursive: true }), before);
  makeReadOnly(disk);
  for (const [variables, words, says] of [calls[0], calls[2]]) {
    const { code, said } = await command(variables, words);
    assert.equal(code, 1, said);
    assert.ok(said.includes(`${says}: the disk can only be read`), said);
  }
});
