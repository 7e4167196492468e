import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  readSignedManifest,
  signManifest,
  writeManifest,
} from '../../apps/desktop/src/updates/manifest.ts';
import type { WithoutNode } from './installer.ts';

type ProofsInput = Readonly<{
  installer: string;
  /** null: updates take all of it. */
  withoutNode: WithoutNode | null;
  version: string;
  /** null: nothing is signed, and there is no update. */
  updateKey: KeyObject | null;
  /** Seconds since 1970. */
  committedAt: number;
  /** When apps cease to believe the manifest. */
  expiresAt: Date;
  folder: string;
}>;

/**
 * Writes what others verify the installer with: its checksum, the checksum's signature, and the signed
 * manifest that installed apps update by.
 *
 * @returns the names of the files
 */
export function writeProofs(input: ProofsInput): readonly string[] {
  const { installer, updateKey, folder } = input;
  const bytes = readFileSync(installer);
  const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
  // Two spaces, as sha256sum -c reads it.
  const sums = Buffer.from(`${digest('sha256')}  ${basename(installer)}\n`);
  const files = new Map<string, Uint8Array>([['SHA256SUMS', sums]]);
  if (updateKey) {
    const manifest = writeManifest({
      version: input.version,
      file_name: basename(installer),
      size: bytes.length,
      sha512: digest('sha512'),
      released_at: new Date(input.committedAt * 1000).toISOString(),
      expires_at: input.expiresAt.toISOString(),
      minimum_version: null,
      without_node: input.withoutNode,
    });
    files.set('SHA256SUMS.sig', sign(null, sums, updateKey));
    files.set('latest.json', manifest);
    files.set('latest.json.sig', signManifest(manifest, updateKey));
  }
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  return [...files.keys()];
}

/**
 * Signs a manifest once more, to be believed for longer; whatever else it says stays.
 *
 * @param file `latest.json`, with its signature beside it
 * @returns the version that it is of
 * @throws Error where it is not signed with the key
 */
export function renewManifest(file: string, updateKey: KeyObject, expiresAt: Date): string {
  const signed = {
    manifest: readFileSync(file).toString('base64'),
    signature: readFileSync(`${file}.sig`).toString('base64'),
  };
  const {
    format: _format,
    product: _product,
    platform: _platform,
    ...release
  } = readSignedManifest(signed, [createPublicKey(updateKey)]);
  const renewed = writeManifest({ ...release, expires_at: expiresAt.toISOString() });
  writeFileSync(file, renewed);
  writeFileSync(`${file}.sig`, signManifest(renewed, updateKey));
  return release.version;
}
