import { createHash, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { signManifest, writeManifest } from '../../apps/bot/src/desktop/updates/manifest.ts';

type ProofsInput = Readonly<{
  installer: string;
  version: string;
  /** null: nothing is signed, and there is no update. */
  updateKey: KeyObject | null;
  /** Seconds since 1970. */
  committedAt: number;
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
      minimum_version: null,
    });
    files.set('SHA256SUMS.sig', sign(null, sums, updateKey));
    files.set('latest.json', manifest);
    files.set('latest.json.sig', signManifest(manifest, updateKey));
  }
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  return [...files.keys()];
}
