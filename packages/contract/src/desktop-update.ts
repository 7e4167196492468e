import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { isoTime } from './fields.ts';
import { releaseVersion } from './release-version.ts';

/** What a manifest of ours says of itself: one that is signed for another program is none. */
export const UPDATE_PRODUCT = 'quorate-desktop';
export const UPDATE_PLATFORM = 'win32-x64';

/** Bytes. A manifest has a few hundred. */
export const UPDATE_MANIFEST_MAX = 16_384;
/** Bytes of an ed25519 signature. */
export const UPDATE_SIGNATURE_SIZE = 64;

/** A gibibyte: more than any installer of ours, less than a disk. */
const FILE_MAX = 1_073_741_824;

/** In hexadecimal. */
const sha512 = z.string().regex(/^[0-9a-f]{128}$/);

/** What a Node is installed in, beside the versions that run with it: its version, and the beginning of its SHA-256. */
export const nodeFolder = z.string().regex(/^node-\d{1,4}\.\d{1,4}\.\d{1,4}-[0-9a-f]{12}$/);

/**
 * `latest.json` of a release: what an installed app may replace itself with. It is signed as the bytes that it
 * is, and fields that a later version adds are passed over.
 */
export const updateManifest = z.object({
  format: z.literal(1),
  product: z.string().max(100),
  platform: z.string().max(100),
  version: releaseVersion,
  /** Fit for every file system and for a header, without quoting. */
  file_name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.exe$/i),
  /** Bytes of the installer. */
  size: z.int().positive().max(FILE_MAX),
  /** Of the whole installer, in hexadecimal. */
  sha512,
  released_at: isoTime,
  /** From then on no app believes it: whoever holds newer ones back cannot do so unnoticed. */
  expires_at: isoTime,
  /** Versions before this one cannot take the update by themselves; null: all can. */
  minimum_version: releaseVersion.nullable(),
  /** The part of the installer that computers need which have its Node; null, or absent before: there is none. */
  without_node: z
    .object({
      node: nodeFolder,
      /** Where it begins in the installer, and how many bytes of it it is. */
      offset: z.int().nonnegative().max(FILE_MAX),
      size: z.int().positive().max(FILE_MAX),
      sha512,
    })
    .nullable()
    .default(null),
});
export type UpdateManifest = z.output<typeof updateManifest>;

/** In base64: the manifest as the bytes that were signed, and the raw signature. */
export const signedUpdate = z.object({
  manifest: z.base64().max(Math.ceil(UPDATE_MANIFEST_MAX / 3) * 4),
  signature: z.base64().length(Math.ceil(UPDATE_SIGNATURE_SIZE / 3) * 4),
});
export type SignedUpdate = z.output<typeof signedUpdate>;

/** Speaks of the very file that `downloadDesktopInstaller` sends; null where that was published without. */
export const getDesktopUpdate = defineEndpoint({
  method: 'GET',
  path: '/api/download/desktop-update',
  auth: 'user_or_device',
  summary:
    'The signed manifest of the newest desktop app, for installed ones; null where there is none',
  reply: z.object({ success: z.literal(true), update: signedUpdate.nullable() }),
  errors: ['unauthorized'],
});
