import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { jsonOrNull } from '@quorate/bot/json-file';
import {
  type SignedUpdate,
  UPDATE_MANIFEST_MAX,
  UPDATE_PLATFORM,
  UPDATE_PRODUCT,
  UPDATE_SIGNATURE_SIZE,
  type UpdateManifest,
  updateManifest,
} from '@quorate/contract/desktop-update';
import type { z } from 'zod';

/** What goes before a raw ed25519 key to make a SubjectPublicKeyInfo of it (RFC 8410). */
const KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_SIZE = 32;

/** What a release says of its installer. @returns the bytes of `latest.json`, which are signed as they are */
export function writeManifest(
  release: Omit<z.input<typeof updateManifest>, 'format' | 'product' | 'platform'>,
): Uint8Array {
  const manifest = updateManifest.parse({
    format: 1,
    product: UPDATE_PRODUCT,
    platform: UPDATE_PLATFORM,
    ...release,
  });
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}

/** @returns the raw signature, 64 bytes: what `latest.json.sig` holds */
export function signManifest(manifest: Uint8Array, privateKey: KeyObject): Uint8Array {
  return sign(null, manifest, privateKey);
}

/**
 * The keys that a release trusts: one, or several with commas between them while one takes over from another.
 *
 * @param text raw ed25519 keys in base64
 * @throws Error when one of them is no such key
 */
export function updateKeys(text: string): readonly KeyObject[] {
  return text.split(',').map((each) => {
    const raw = Buffer.from(each.trim(), 'base64');
    if (raw.length !== KEY_SIZE)
      throw new Error(`an update key has ${raw.length} bytes instead of ${KEY_SIZE}`);
    return createPublicKey({
      key: Buffer.concat([KEY_PREFIX, raw]),
      format: 'der',
      type: 'spki',
    });
  });
}

/**
 * Reads a manifest that one of the keys has signed. Nothing of it is looked at before the signature holds.
 *
 * @throws Error with why it is none
 */
export function readSignedManifest(
  { manifest, signature }: SignedUpdate,
  keys: readonly KeyObject[],
): UpdateManifest {
  const bytes = Buffer.from(manifest, 'base64');
  const mark = Buffer.from(signature, 'base64');
  if (bytes.length > UPDATE_MANIFEST_MAX)
    throw new Error(`it has ${bytes.length} bytes, and ${UPDATE_MANIFEST_MAX} are the most`);
  if (mark.length !== UPDATE_SIGNATURE_SIZE)
    throw new Error(`its signature has ${mark.length} bytes instead of ${UPDATE_SIGNATURE_SIZE}`);
  if (!keys.some((key) => verify(null, bytes, key, mark)))
    throw new Error('it is not signed with the key of this app');
  const parsed = updateManifest.safeParse(jsonOrNull(bytes.toString('utf8')));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new Error(
      `it is no manifest that this version reads${where === '' ? '' : ` (${where})`}`,
    );
  }
  const { product, platform } = parsed.data;
  if (product !== UPDATE_PRODUCT || platform !== UPDATE_PLATFORM)
    throw new Error(
      `it is for ${product} on ${platform}, not for ${UPDATE_PRODUCT} on ${UPDATE_PLATFORM}`,
    );
  return parsed.data;
}
