import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { publishRelease } from '../../apps/api/src/features/downloads/publish-release.ts';
import { judgeOffer } from '../../apps/desktop/src/updates/find-update.ts';
import { updateKeys } from '../../apps/desktop/src/updates/manifest.ts';
import { makeUpdateKey } from './make-key.ts';
import { MAKENSIS, missingPrograms, OSSLSIGNCODE } from './programs.ts';
import { renewManifest, writeProofs } from './proofs.ts';
import { makeSmallRelease } from './testing/small-release.ts';
import { makeTestSigner } from './testing/test-signer.ts';

const skip = missingPrograms([MAKENSIS, OSSLSIGNCODE]).join('; ') || false;

const NOW = Date.UTC(2026, 10, 24);
const EXPIRES = new Date(NOW + 86_400_000);

/** Two releases, built and signed one after the other, and every way to pass parts of one as the other's. */
describe('parts of two signed releases', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'mixed ü-'));
  const at = (...names: string[]) => join(folder, ...names);
  after(() => rmSync(folder, { recursive: true, force: true }));

  let keys: ReturnType<typeof updateKeys>;
  let privateKey: ReturnType<typeof createPrivateKey>;

  before(async () => {
    keys = updateKeys(makeUpdateKey(at('update.pem')));
    privateKey = createPrivateKey(readFileSync(at('update.pem')));
    const signer = makeTestSigner(folder);
    for (const [index, version] of ['1.2.3', '1.3.0'].entries()) {
      mkdirSync(at(version));
      const { installer: setup, withoutNode } = await makeSmallRelease(folder, {
        version,
        signer,
      });
      const installer = at(version, `quorate-desktop-setup-${version}.exe`);
      copyFileSync(setup, installer);
      writeProofs({
        installer,
        withoutNode,
        version,
        updateKey: privateKey,
        committedAt: NOW / 1_000 - 100 + index,
        expiresAt: EXPIRES,
        folder: at(version),
      });
    }
  });

  const read = (version: string, name: string) => readFileSync(at(version, name));

  /** What an app does that runs `running`. */
  function judged(manifest: Uint8Array, signature: Uint8Array, running = '1.2.3', now = NOW) {
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const records = { newest_seen: null, bad: [] };
    const sent = { manifest: base64(manifest), signature: base64(signature) };
    return judgeOffer({ keys, version: running, records, now }, sent);
  }

  test('as they belong together are taken', () => {
    const offer = judged(read('1.3.0', 'latest.json'), read('1.3.0', 'latest.json.sig'));
    assert.equal(offer.kind, 'update');
  });

  test('a manifest with the signature of the other release, or of the checksums, is refused', () => {
    for (const [version, name] of [
      ['1.2.3', 'latest.json.sig'],
      ['1.3.0', 'SHA256SUMS.sig'],
      ['1.2.3', 'SHA256SUMS.sig'],
    ] as const)
      assert.equal(judged(read('1.3.0', 'latest.json'), read(version, name)).kind, 'refused');
  });

  test('checksums with their own right signature are no manifest, nor a manifest checksums', () => {
    const sums = judged(read('1.3.0', 'SHA256SUMS'), read('1.3.0', 'SHA256SUMS.sig'));
    assert.equal(sums.kind, 'refused');
    writeFileSync(
      at('public.pem'),
      createPublicKey(privateKey).export({ format: 'pem', type: 'spki' }),
    );
    const verify = (file: string, signature: string) => {
      const terms = ['pkeyutl', '-verify', '-pubin', '-inkey', at('public.pem'), '-rawin'];
      return spawnSync('openssl', [...terms, '-in', file, '-sigfile', signature]).status;
    };
    assert.equal(verify(at('1.3.0', 'SHA256SUMS'), at('1.3.0', 'SHA256SUMS.sig')), 0);
    assert.notEqual(verify(at('1.3.0', 'SHA256SUMS'), at('1.3.0', 'latest.json.sig')), 0);
    assert.notEqual(verify(at('1.3.0', 'SHA256SUMS'), at('1.2.3', 'SHA256SUMS.sig')), 0);
  });

  test('a weaker or another kind of signature is refused', () => {
    const manifest = read('1.3.0', 'latest.json');
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const ofCurve = sign('sha256', manifest, { key: curve, dsaEncoding: 'ieee-p1363' });
    const right = read('1.3.0', 'latest.json.sig');
    for (const signature of [
      ofCurve,
      Buffer.alloc(64),
      Buffer.alloc(0),
      right.subarray(0, 32),
      Buffer.concat([right, right]),
    ])
      assert.equal(judged(manifest, signature).kind, 'refused');
  });

  test('the older release is none for an app that runs the newer one', () => {
    const [manifest, signature] = [read('1.2.3', 'latest.json'), read('1.2.3', 'latest.json.sig')];
    const offer = judged(manifest, signature, '1.3.0');
    assert.equal(offer.kind, 'refused');
    assert.match('message' in offer ? offer.message : '', /A downgrade is not taken/);
  });

  test('an installer beside the other release’s manifest, or without its own signature, is not published', async () => {
    const stripped = at('stripped.exe');
    const strip = ['remove-signature', '-in', at('1.3.0', 'quorate-desktop-setup-1.3.0.exe')];
    assert.equal(spawnSync('osslsigncode', [...strip, '-out', stripped]).status, 0);
    const publish = (source: string, version: string, manifestOf: string) =>
      publishRelease(
        { releasesDir: at('releases'), clock: { now: () => NOW } as never },
        {
          source,
          version,
          fileName: 'quorate-desktop-setup.exe',
          replace: false,
          update: {
            manifest: at(manifestOf, 'latest.json'),
            signature: at(manifestOf, 'latest.json.sig'),
          },
        },
      );
    const own = at('1.3.0', 'quorate-desktop-setup-1.3.0.exe');
    const older = at('1.2.3', 'quorate-desktop-setup-1.2.3.exe');
    for (const [source, version, manifestOf] of [
      [own, '1.3.0', '1.2.3'],
      [older, '1.3.0', '1.3.0'],
      [older, '1.2.3', '1.3.0'],
      [stripped, '1.3.0', '1.3.0'],
    ] as const)
      assert.equal((await publish(source, version, manifestOf)).kind, 'refused');
    assert.equal((await publish(own, '1.3.0', '1.3.0')).kind, 'published');
  });

  test('run out for an app that hears nothing newer, and are believed again once renewed', () => {
    const later = EXPIRES.getTime();
    const offer = () =>
      judged(read('1.3.0', 'latest.json'), read('1.3.0', 'latest.json.sig'), '1.3.0', later);
    assert.equal(offer().kind, 'refused');
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const file = at('1.3.0', 'latest.json');
    const until = new Date(later + 86_400_000);
    assert.throws(() => renewManifest(file, stranger, until), /not signed/);
    assert.equal(renewManifest(file, privateKey, until), '1.3.0');
    assert.equal(offer().kind, 'current');
  });
});
