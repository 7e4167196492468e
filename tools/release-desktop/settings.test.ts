import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { SignedUpdate } from '@quorate/contract/desktop-update';
import {
  readSignedManifest,
  signManifest,
  updateKeys,
  writeManifest,
} from '../../apps/desktop/src/updates/manifest.ts';
import { makeUpdateKey } from './make-key.ts';
import { factsOf, rawPublicKey } from './release.ts';
import { readReleaseSettings, SettingsError } from './settings.ts';

function folderFor(t: { after(end: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'release settings-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function faultsOf(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    readReleaseSettings(env, '1.2.3');
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    return error.message.split('\n');
  }
  return [];
}

test('without any setting a release is of the version of the checkout, unsigned, for any service', () => {
  assert.deepEqual(readReleaseSettings({ PUBLIC_URL: ' ', BRAND_NAME: '' }, '1.2.3'), {
    version: '1.2.3',
    brand: 'Quorate',
    publicUrl: null,
    updateKey: null,
    updateDays: 180,
    furtherUpdateKeys: [],
    codeSigning: null,
  });
});

test('every fault is told at once, each with the name of its setting', () => {
  const faults = faultsOf({
    RELEASE_VERSION: '1.2',
    BRAND_NAME: 'A "brand"',
    PUBLIC_URL: 'http://quorate.example',
    UPDATE_SIGNING_KEY: '/nowhere/key.pem',
    CODE_SIGN_PKCS12: '/nowhere/certificate.p12',
    CODE_SIGN_PASSWORD_FILE: '/nowhere/password',
  });
  assert.deepEqual(
    faults.map((fault) => fault.split(' ', 1)[0]),
    [
      'RELEASE_VERSION',
      'BRAND_NAME',
      'PUBLIC_URL',
      'UPDATE_SIGNING_KEY',
      'CODE_SIGN_PKCS12',
      'CODE_SIGN_PASSWORD_FILE',
    ],
  );
});

test('a brand that the scripts of the installer would take for a command is refused', () => {
  for (const brand of ['$INSTDIR', 'a\\b', 'a`b', "it's", 'two\nlines', 'x'.repeat(31)]) {
    assert.equal(faultsOf({ BRAND_NAME: brand }).length, 1, brand);
  }
  assert.deepEqual(faultsOf({ BRAND_NAME: 'Küçük & Sons' }), []);
});

test('the address of the service is https and a host alone; http is for this computer', () => {
  for (const address of ['https://q.example/app', 'https://u@q.example', 'ftp://q.example', 'x']) {
    assert.equal(faultsOf({ PUBLIC_URL: address }).length, 1, address);
  }
  const { publicUrl } = readReleaseSettings({ PUBLIC_URL: 'https://Q.example/' }, '1.2.3');
  assert.equal(publicUrl, 'https://q.example');
  assert.deepEqual(faultsOf({ PUBLIC_URL: 'http://localhost:3000' }), []);
});

test('a key that is made signs updates, its owner alone may read it, and it is never overwritten', (t) => {
  const file = join(folderFor(t), 'update.pem');
  const publicKey = makeUpdateKey(file);
  const { updateKey } = readReleaseSettings({ UPDATE_SIGNING_KEY: file }, '1.2.3');
  assert.equal(updateKey && rawPublicKey(updateKey), publicKey);
  assert.equal(Buffer.from(publicKey, 'base64').length, 32);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.throws(() => makeUpdateKey(file), /is there already/);
});

test('a key of another kind, and a file that is no key, are refused', (t) => {
  const folder = folderFor(t);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const file = join(folder, 'key.pem');
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  assert.match(faultsOf({ UPDATE_SIGNING_KEY: file })[0] ?? '', /ed25519 key, not ec/);
  writeFileSync(file, 'nonsense');
  assert.match(faultsOf({ UPDATE_SIGNING_KEY: file })[0] ?? '', /no private key in PEM/);
});

test('a release believes further keys besides the one that signs it, and each of them counts', (t) => {
  const folder = folderFor(t);
  const own = makeUpdateKey(join(folder, 'own.pem'));
  const [second, third] = ['second.pem', 'third.pem'].map((name) =>
    makeUpdateKey(join(folder, name)),
  );
  const settings = readReleaseSettings(
    {
      UPDATE_SIGNING_KEY: join(folder, 'own.pem'),
      UPDATE_PUBLIC_KEYS_EXTRA: ` ${second}, ${third},${own}`,
    },
    '1.2.3',
  );
  const { updateKey } = factsOf(settings);
  assert.equal(updateKey, `${own},${second},${third}`);
  const signedBy = (name: string): SignedUpdate => {
    const manifest = writeManifest({
      version: '1.2.4',
      file_name: 'a.exe',
      size: 1,
      sha512: 'a'.repeat(128),
      released_at: '2026-11-20T00:00:00.000Z',
      expires_at: '2099-01-01T00:00:00.000Z',
      minimum_version: null,
    });
    const key = createPrivateKey(readFileSync(join(folder, name)));
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    return { manifest: base64(manifest), signature: base64(signManifest(manifest, key)) };
  };
  for (const name of ['own.pem', 'second.pem', 'third.pem'])
    assert.equal(readSignedManifest(signedBy(name), updateKeys(updateKey ?? '')).version, '1.2.4');
  makeUpdateKey(join(folder, 'stranger.pem'));
  assert.throws(() => readSignedManifest(signedBy('stranger.pem'), updateKeys(updateKey ?? '')));
});

test('a further key that is none, and one of a release that signs nothing, are refused', (t) => {
  const file = join(folderFor(t), 'update.pem');
  const key = makeUpdateKey(file);
  for (const wrong of ['AAAA', `${key},`, `${key}x`, 'not a key', key.replace(/=$/, '')])
    assert.match(
      faultsOf({ UPDATE_SIGNING_KEY: file, UPDATE_PUBLIC_KEYS_EXTRA: wrong })[0] ?? '',
      /UPDATE_PUBLIC_KEYS_EXTRA must be raw ed25519 keys/,
      wrong,
    );
  assert.match(
    faultsOf({ UPDATE_PUBLIC_KEYS_EXTRA: key })[0] ?? '',
    /is set without UPDATE_SIGNING_KEY/,
  );
});

test('a certificate needs the file with its password, and the other way round', (t) => {
  const file = join(folderFor(t), 'any');
  writeFileSync(file, '');
  assert.equal(faultsOf({ CODE_SIGN_PKCS12: file }).length, 1);
  assert.equal(faultsOf({ CODE_SIGN_PASSWORD_FILE: file }).length, 1);
});
