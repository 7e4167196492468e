import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSignedManifest, updateKeys } from '../../apps/desktop/src/updates/manifest.ts';
import { makeUpdateKey } from './make-key.ts';
import { writeProofs } from './proofs.ts';

const EXPIRES = new Date('2027-03-20T00:00:00.000Z');

const WITHOUT_NODE = {
  node: 'node-26.10.0-0123456789ab',
  offset: 4,
  size: 5,
  sha512: 'a'.repeat(128),
};

function world(t: { after(end: () => void): void }) {
  const folder = mkdtempSync(join(tmpdir(), 'proofs ü-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const installer = join(folder, 'quorate-desktop-setup-1.2.3.exe');
  writeFileSync(installer, 'the bytes of the installer');
  const publicKey = makeUpdateKey(join(folder, 'update.pem'));
  const updateKey = createPrivateKey(readFileSync(join(folder, 'update.pem')));
  const input = { installer, withoutNode: WITHOUT_NODE, version: '1.2.3', updateKey, folder };
  return { folder, publicKey, input };
}

test('an installed app takes the manifest that a release leaves', (t) => {
  const { folder, publicKey, input } = world(t);
  writeProofs({ ...input, committedAt: 1_790_000_000, expiresAt: EXPIRES });
  const base64 = (name: string) => readFileSync(join(folder, name)).toString('base64');
  const signed = { manifest: base64('latest.json'), signature: base64('latest.json.sig') };
  const manifest = readSignedManifest(signed, updateKeys(publicKey));
  assert.equal(manifest.version, '1.2.3');
  assert.equal(manifest.file_name, 'quorate-desktop-setup-1.2.3.exe');
  assert.equal(manifest.size, 26);
  assert.deepEqual(manifest.without_node, WITHOUT_NODE);
  assert.equal(manifest.released_at, '2026-09-21T14:13:20.000Z');
  assert.equal(manifest.expires_at, EXPIRES.toISOString());
});

test('the checksum and its signature are verified with what every system has', (t) => {
  const { folder, input } = world(t);
  writeProofs({ ...input, committedAt: 1_790_000_000, expiresAt: EXPIRES });
  const publicPem = createPublicKey(input.updateKey).export({ format: 'pem', type: 'spki' });
  writeFileSync(join(folder, 'public.pem'), publicPem);
  const run = (command: string, ...args: readonly string[]) =>
    spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  const openssl = () => {
    const terms = 'pkeyutl -verify -pubin -inkey public.pem -rawin -in SHA256SUMS';
    return run('openssl', ...terms.split(' '), '-sigfile', 'SHA256SUMS.sig');
  };
  assert.equal(run('sha256sum', '-c', 'SHA256SUMS').status, 0);
  assert.equal(openssl().status, 0);
  assert.equal(readFileSync(join(folder, 'SHA256SUMS.sig')).length, 64);
  writeFileSync(input.installer, 'the bytes of another one..');
  assert.notEqual(run('sha256sum', '-c', 'SHA256SUMS').status, 0);
  writeFileSync(join(folder, 'SHA256SUMS'), 'changed');
  assert.notEqual(openssl().status, 0);
});

test('without a key there is a checksum, and no manifest that nobody could trust', (t) => {
  const { folder, input } = world(t);
  rmSync(join(folder, 'update.pem'));
  writeProofs({ ...input, updateKey: null, committedAt: 1_790_000_000, expiresAt: EXPIRES });
  assert.deepEqual(readdirSync(folder).toSorted(), [
    'SHA256SUMS',
    'quorate-desktop-setup-1.2.3.exe',
  ]);
});
