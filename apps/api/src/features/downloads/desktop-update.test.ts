import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { getDesktopUpdate } from '@quorate/contract/desktop-update';
import { getDesktopRelease } from '@quorate/contract/downloads';
import { failureReply } from '@quorate/contract/errors';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { manifestPath } from './releases.ts';
import { releasesFolder } from './testing/published-release.ts';

const SIGNATURE = randomBytes(64);

function manifestOf(content: string, version = '1.2.3', change: object = {}): string {
  return JSON.stringify({
    format: 1,
    product: 'quorate-desktop',
    platform: 'win32-x64',
    version,
    file_name: 'quorate-desktop-setup.exe',
    size: content.length,
    sha512: createHash('sha512').update(content).digest('hex'),
    released_at: '2026-03-02T09:00:00Z',
    expires_at: '2026-09-02T09:00:00Z',
    minimum_version: null,
    later_field: true,
    ...change,
  });
}

async function start(t: TestContext) {
  const releases = await releasesFolder(t);
  const update = {
    manifest: join(releases.folder, 'latest.json'),
    signature: join(releases.folder, 'latest.json.sig'),
  };
  const write = async (manifest: string, signature: Uint8Array = SIGNATURE) => {
    await writeFile(update.manifest, manifest);
    await writeFile(update.signature, signature);
  };
  return { ...releases, update, write };
}

async function serve(t: TestContext, releasesDir: string) {
  const service = await startTestService(t, { releasesDir });
  const { token } = await signedInUser(service);
  const offered = async () => (await service.call(getDesktopUpdate, {}, token)).update;
  return { service, token, offered };
}

describe('the update of installed apps', () => {
  // @promise 6.2
  it('is none before the first release and for one without a manifest, then the very bytes that were published', async (t) => {
    const { write, update, publish, releasesDir } = await start(t);
    const { service, token, offered } = await serve(t, releasesDir);
    assert.equal(await offered(), null);
    await publish('one', { version: '1.0.0' });
    assert.equal(await offered(), null);
    const manifest = manifestOf('two', '1.1.0');
    await write(manifest);
    await publish('two', { version: '1.1.0', update });
    assert.deepEqual(await offered(), {
      manifest: Buffer.from(manifest).toString('base64'),
      signature: SIGNATURE.toString('base64'),
    });
    const { release } = await service.call(getDesktopRelease, {}, token);
    assert.ok(release && !('update' in release), 'the release itself is told as before');
    await publish('three', { version: '1.2.0' });
    assert.equal(await offered(), null, 'never the manifest of another file than the one on offer');
  });

  it('is for whoever is signed in, by browser or as a device', async (t) => {
    const { releasesDir } = await start(t);
    const { service } = await serve(t, releasesDir);
    assert.equal(getDesktopUpdate.auth, 'user_or_device');
    const refused = await service.app.inject({ url: getDesktopUpdate.path });
    assert.equal(refused.statusCode, 401);
    assert.equal(failureReply.parse(refused.json()).code, 'unauthorized');
  });

  it('is none for a release that was published before there were updates, which stays on offer', async (t) => {
    const { publish, releasesDir } = await start(t);
    const { version } = await publish('old');
    const path = manifestPath(releasesDir, version);
    const { update, ...before } = JSON.parse(await readFile(path, 'utf8'));
    assert.equal(update, null);
    await writeFile(path, JSON.stringify(before));
    const { service, token, offered } = await serve(t, releasesDir);
    assert.equal(await offered(), null);
    const { release } = await service.call(getDesktopRelease, {}, token);
    assert.equal(release?.version, version);
  });

  const CONTENT = 'installer';
  const refusals: [string, string, string, Uint8Array?][] = [
    ['of another version', manifestOf(CONTENT, '1.2.4'), 'is of version 1.2.4, not of 1.2.3'],
    [
      'of another size',
      manifestOf(CONTENT, '1.2.3', { size: 8 }),
      'of 8 bytes, and this one has 9',
    ],
    ['of another file', manifestOf('otherfile'), 'is of another file'],
    ['that is no JSON', '{', 'is no update manifest.'],
    ['without a SHA-512', manifestOf(CONTENT, '1.2.3', { sha512: 'x' }), 'manifest: sha512.'],
    ['that is too large', ' '.repeat(16_385), 'has 16385 bytes, and 16384 are the most'],
    ['with half a signature', manifestOf(CONTENT), 'has 32 bytes', randomBytes(32)],
    ['with a signature in text', manifestOf(CONTENT), '64 are the most', randomBytes(88)],
  ];
  for (const [name, manifest, words, signature] of refusals)
    it(`is not published with a manifest ${name}, and nothing of the release is left`, async (t) => {
      const { write, update, tryToPublish, releasesDir } = await start(t);
      await write(manifest, signature);
      const outcome = await tryToPublish(CONTENT, { update });
      assert.ok(outcome.kind === 'refused');
      assert.ok(outcome.reason.includes(words), outcome.reason);
      assert.deepEqual(await readdir(releasesDir).catch(() => []), []);
    });

  // @promise 6.2
  it('is not published without its signature, and a refusal leaves what is on offer untouched', async (t) => {
    const { write, update, publish, tryToPublish, releasesDir } = await start(t);
    const absent = await tryToPublish(CONTENT, { update });
    assert.ok(absent.kind === 'refused' && absent.reason.startsWith('There is no file'));
    await write(manifestOf(CONTENT));
    const { stored_as } = await publish(CONTENT, { update });
    const names = (await readdir(releasesDir)).sort();
    await write(manifestOf('something else'));
    const again = await tryToPublish(CONTENT, { update, replace: true });
    assert.equal(again.kind, 'refused');
    assert.deepEqual((await readdir(releasesDir)).sort(), names);
    assert.equal(await readFile(join(releasesDir, stored_as), 'utf8'), CONTENT);
  });
});
