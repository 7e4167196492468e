import { join } from 'node:path';
import { signedUpdate } from '@quorate/contract/desktop-update';
import { desktopRelease } from '@quorate/contract/downloads';
import { releaseVersion } from '@quorate/contract/release-version';
import { z } from 'zod';

/** Fit for every file system and for a header, without quoting. */
export const installerName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.exe$/i);

/**
 * What the folder of releases holds of one: `VERSION.json`, written last. The bytes lie beside it under a
 * name that is made from their hash, so that a manifest never speaks of other bytes than its own.
 */
export const manifest = z.object({
  ...desktopRelease.shape,
  version: releaseVersion,
  file_name: installerName,
  stored_as: z.string().regex(/^[0-9.]+-[0-9a-f]{64}\.bin$/),
  /** What installed apps update by; null, or absent in releases of before, where they do not. */
  update: signedUpdate.nullable().default(null),
});
export type Manifest = z.output<typeof manifest>;

export function manifestPath(folder: string, version: string): string {
  return join(folder, `${version}.json`);
}

/** Where the manifest of a release lies that was taken off the offer. */
export function withdrawnPath(folder: string, version: string): string {
  return join(folder, `${version}.withdrawn.json`);
}

export function storedName(version: string, sha256: string): string {
  return `${version}-${sha256}.bin`;
}

/** The version that a file name is the manifest of; null for every other file. */
export function versionOf(fileName: string): string | null {
  const parsed = releaseVersion.safeParse(fileName.replace(/\.json$/, ''));
  return parsed.success && fileName.endsWith('.json') ? parsed.data : null;
}
