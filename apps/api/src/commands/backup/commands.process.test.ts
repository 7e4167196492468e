import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync } from 'node:zlib';
import { freshStorage } from '../../../test/helpers/fresh-database.ts';
import { freePort, mailboxOf, startServer } from '../../../test/helpers/server-process.ts';
import { newHead } from './backup-format.ts';
import { backupKey, macOf } from './backup-mac.ts';

const tool = (name: string) =>
  fileURLToPath(new URL(`../../../../../tools/${name}`, import.meta.url));

async function command(
  env: Record<string, string>,
  name: 'backup' | 'restore' | 'export',
  ...args: string[]
): Promise<{ code: number; said: string }> {
  const { DATABASE_URL, SECRET_KEY, ...inherited } = process.env;
  const child = spawn(process.execPath, [tool(`${name}.ts`), ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number]>,
  ]);
  return { code, said: out + err };
}

async function place(t: TestContext) {
  const storage = await freshStorage();
  const folder = mkdtempSync(join(tmpdir(), 'quorate backup command '));
  t.after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await storage.remove();
  });
  const { DATA_DIR = '', DATABASE_URL } = storage.env;
  const name = DATABASE_URL ? new URL(DATABASE_URL).pathname.slice(1) : basename(DATA_DIR);
  const env: Record<string, string> = { ...storage.env, PORT: await freePort() };
  return { env, folder, name };
}

/** Whole, without a row, and by a key that it does not name. */
function namelessBackup(key: Uint8Array): Uint8Array {
  const about = { schema: '0001', product_version: '0.1.0', database: 'embedded' as const };
  const head = JSON.stringify(newHead({ ...about, taken_at: '', key_id: null }));
  const sha256 = createHash('sha256').update(`${head}\n`).digest('hex');
  const unsigned = { tables: 0, rows: 0, sequences: [], sha256 };
  const foot = { ...unsigned, mac: macOf(backupKey(key), unsigned) };
  return zstdCompressSync(`${head}\n${JSON.stringify(foot)}\n`);
}

it('a running service is backed up, and comes back with what it had: commands from end to end', async (t) => {
  const { env, folder, name } = await place(t);
  let server = await startServer(env);
  t.after(() => server.kill());
  const signUp = (username: string) =>
    fetch(`${server.url}/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        username,
        email: `${username}@example.com`,
        password: 'correct horse battery',
      }),
    });
  await signUp('amina');
  await mailboxOf(server.url, 'amina@example.com');

  const file = join(folder, 'of today');
  const taken = await command(env, 'backup', file);
  assert.equal(taken.code, 0, taken.said);
  assert.match(taken.said, /of today holds \d+ rows of \d+ tables/);
  assert.match(taken.said, /KEEP THE KEY, elsewhere: it is NOT in this file/);
  assert.deepEqual(readdirSync(folder), ['of today']);
  const again = await command(env, 'backup', file);
  assert.deepEqual(
    [again.code, /is there already; nothing was written/.test(again.said)],
    [1, true],
  );
  const nowhere = await command(env, 'backup', join(folder, 'no folder', 'file'));
  assert.equal(nowhere.code, 1);
  assert.match(
    nowhere.said,
    /^There is no folder .*no folder; nothing was written\. Make it first\.$/m,
  );
  assert.doesNotMatch(nowhere.said, /copies its database/);
  const whole = await command(env, 'backup', 'verify', file);
  assert.match(whole.said, /of today is whole: \d+ rows .* at schema 00/);
  assert.match(whole.said, /Its MAC is by the key of this service/);
  assert.equal(whole.code, 0);
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200, 'the service went on');

  // The service that goes on has written it down, for its health page.
  assert.doesNotMatch(taken.said, /health page/);
  assert.equal((await command(env, 'export', join(folder, 'noted'))).code, 0);
  const made = readFileSync(join(folder, 'noted', 'backups_made.csv'), 'utf8').split('\r\n');
  assert.deepEqual([made.length, made[1]?.includes(file)], [3, true], made.join());

  // After the backup: to be gone when it is restored.
  await signUp('bilal');
  await mailboxOf(server.url, 'bilal@example.com');
  const busy = await command(env, 'restore', file, '--replace', name);
  assert.equal(busy.code, 1);
  assert.match(busy.said, /is in use/);
  await server.kill();
  const refused = await command(env, 'restore', file);
  assert.equal(refused.code, 1);
  assert.match(refused.said, /is not empty: .* will be lost\. Nothing was changed\..* add --yes/);
  const mistyped = await command(env, 'restore', file, '--replace', `${name}x`);
  assert.match(mistyped.said, /Nothing was restored/);
  const restored = await command(env, 'restore', file, '--replace', name);
  assert.equal(restored.code, 0, restored.said);
  assert.match(restored.said, new RegExp(`Restored into the .* database .*${name}`));

  server = await startServer(env);
  assert.equal((await mailboxOf(server.url, 'amina@example.com')).length, 1);
  const others = await fetch(`${server.url}/dev/mailbox.json?to=bilal@example.com`);
  assert.deepEqual(await others.json(), []);

  const exported = join(folder, 'tables');
  const written = await command(env, 'export', exported);
  assert.equal(written.code, 0, written.said);
  const users = readFileSync(join(exported, 'users.csv'), 'utf8').split('\r\n');
  assert.match(users[0] ?? '', /^id,username,username_key,email,/);
  assert.match(users[1] ?? '', /^[0-9a-f-]{36},amina,amina,amina@example\.com,/);
  const full = await command(env, 'export', exported);
  assert.match(full.said, /is not empty; nothing was written/);
});

it('says how it is used, what is missing, and that another key is not the same', async (t) => {
  const { env, folder } = await place(t);
  for (const name of ['backup', 'restore', 'export'] as const)
    assert.equal((await command(env, name)).code, 2, name);
  assert.equal((await command(env, 'restore', 'a', 'b')).code, 2);
  const nowhere = { ...env, DATA_DIR: join(folder, 'nowhere') };
  if (!env.DATABASE_URL) {
    const none = await command(nowhere, 'backup', join(folder, 'file'));
    assert.match(none.said, /There is no database in .*nowhere\. Set DATA_DIR or DATABASE_URL/);
  }
  const missing = await command(nowhere, 'restore', join(folder, 'file'));
  assert.match(missing.said, /There is no file .*file\./);
  assert.deepEqual(readdirSync(folder), [], 'no folder was made for nothing');

  const server = await startServer(env);
  await server.stop();
  const file = join(folder, 'file');
  assert.equal((await command(env, 'backup', file)).code, 0);
  const elsewhere = await place(t);
  const refused = await command(elsewhere.env, 'restore', file);
  assert.equal(refused.code, 1, refused.said);
  assert.match(refused.said, /The backup was made with the key \w{16}, and there is no key in/);
  const unknown = await command(elsewhere.env, 'backup', 'verify', file);
  assert.equal(unknown.code, 3, unknown.said);
  assert.match(unknown.said, /WHO MADE IT IS NOT KNOWN: its MAC is by the key \w{16}/);
  // A forger names no key, and makes the MAC with the key that a service without one might take: an empty one.
  const empty = join(folder, 'of an empty key');
  writeFileSync(empty, namelessBackup(new Uint8Array()));
  const nameless = await command(elsewhere.env, 'restore', empty);
  assert.equal(nameless.code, 1, nameless.said);
  assert.match(nameless.said, /cannot be checked without the key that made it \(none is named\)/);
  const untold = await command(elsewhere.env, 'restore', file, '--other-key');
  assert.equal(untold.code, 1, untold.said);
  assert.match(untold.said, /The MAC of .* cannot be checked without the key .* --unverified/);
  const moved = await command(elsewhere.env, 'restore', file, '--other-key', '--unverified');
  assert.match(
    moved.said,
    /NOT VERIFIED: nothing shows that this service wrote .* roles, passwords/,
  );
  assert.equal(moved.code, 0, moved.said);
  assert.match(moved.said, /authenticator apps do not work, .* Going on, as --other-key says/);
});
