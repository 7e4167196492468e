import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { SecretKeyError, secretKeyFromFile } from './secret-key.ts';

async function freshFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quorate-key-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('the key file', () => {
  it('is made at the first start, for its owner alone, and is the same ever after', async (t) => {
    const folder = join(await freshFolder(t), 'not', 'there', 'yet');
    const key = await secretKeyFromFile(folder);
    assert.equal(key.length, 32);
    assert.equal((await stat(join(folder, 'secret.key'))).mode & 0o777, 0o600);
    assert.deepEqual(Buffer.from(await secretKeyFromFile(folder)), Buffer.from(key));
    assert.deepEqual(await readdir(folder), ['secret.key']);
  });

  it('is one key for twenty services that start at once', async (t) => {
    const folder = await freshFolder(t);
    const keys = await Promise.all(Array.from({ length: 20 }, () => secretKeyFromFile(folder)));
    assert.equal(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size, 1);
    assert.deepEqual(await readdir(folder), ['secret.key']);
  });

  for (const mode of [0o644, 0o640, 0o604, 0o620]) {
    it(`is refused with mode ${mode.toString(8)}, with the command that mends it`, async (t) => {
      const folder = await freshFolder(t);
      await secretKeyFromFile(folder);
      const file = join(folder, 'secret.key');
      await chmod(file, mode);
      await assert.rejects(secretKeyFromFile(folder), (error: Error) => {
        assert.ok(error instanceof SecretKeyError);
        assert.ok(error.message.endsWith(`Run: chmod 600 ${file}`), error.message);
        return true;
      });
    });
  }

  for (const content of ['', 'hello', randomBytes(31).toString('base64'), 'g'.repeat(64)]) {
    it(`is refused and left as it is when it holds ${JSON.stringify(content)}`, async (t) => {
      const folder = await freshFolder(t);
      const file = join(folder, 'secret.key');
      await writeFile(file, content, { mode: 0o600 });
      await assert.rejects(secretKeyFromFile(folder), /holds no key of 32 bytes/);
      assert.equal(await readFile(file, 'utf8'), content);
    });
  }

  it('may be brought along as hex', async (t) => {
    const folder = await freshFolder(t);
    const key = randomBytes(32);
    await writeFile(join(folder, 'secret.key'), `${key.toString('hex')}\n`, { mode: 0o600 });
    assert.deepEqual(Buffer.from(await secretKeyFromFile(folder)), key);
  });

  it('is named when the folder is no folder', async (t) => {
    const folder = await freshFolder(t);
    const file = join(folder, 'plain');
    await writeFile(file, '');
    await assert.rejects(secretKeyFromFile(file), (error: Error) => {
      assert.ok(error instanceof SecretKeyError);
      assert.match(error.message, /secret\.key cannot be read or made \(ENOTDIR\)/);
      return true;
    });
  });
});
