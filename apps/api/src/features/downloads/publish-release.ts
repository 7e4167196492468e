import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareVersions, releaseVersion } from '@quorate/contract/release-version';
import { isoFromInstant } from '@quorate/values/instant';
import type { Clock } from '../../process/clock.ts';
import { installerName, type Manifest } from './manifest.ts';
import { mismatchOf, readUpdate, type UpdateFiles } from './release-update.ts';
import { findNewestRelease, readRelease } from './releases.ts';
import { removeStale, storeInstaller, writeManifest } from './store-installer.ts';

export type PublishInput = {
  /** The installer. */
  source: string;
  version: string;
  /** What downloads are called. */
  fileName: string;
  /** Whether a version that is not newer may be published, over the one that is there. */
  replace: boolean;
  /** What installed apps update by; without it they stay as they are. */
  update?: UpdateFiles;
};

export type PublishOutcome =
  | { kind: 'published'; release: Manifest; offered: string }
  | { kind: 'refused'; reason: string };

const SILENT = { warn: () => undefined };

/**
 * Publishes an installer into the folder that the service offers releases from. The manifest is written
 * last: until then the release before it is offered, and who downloads that one keeps on doing so.
 *
 * @throws Error when the folder cannot be written to; nothing is published then
 */
export async function publishRelease(
  { releasesDir, clock }: { releasesDir: string; clock: Clock },
  input: PublishInput,
): Promise<PublishOutcome> {
  const deps = { releasesDir, log: SILENT };
  const { source, version, fileName } = input;
  const reason = (await faultOf(input)) ?? (await refusalOf(deps, input));
  if (reason !== null) return { kind: 'refused', reason };
  const update = input.update ? await readUpdate(input.update) : null;
  if (update?.kind === 'refused') return update;
  if (update && Date.parse(update.manifest.expires_at) <= clock.now()) {
    const reason = `Installed apps believed the update manifest until ${update.manifest.expires_at.slice(0, 10)}. Sign it again: npm run release:desktop -- --renew latest.json`;
    return { kind: 'refused', reason };
  }
  await mkdir(releasesDir, { recursive: true });
  await removeStale(releasesDir, clock.now());
  const before = await readRelease(deps, version);
  const { sha512, ...stored } = await storeInstaller(releasesDir, source, version);
  // Compared with what was stored: the file may have changed since anybody looked at it.
  const mismatch = update && mismatchOf(update.manifest, { version, size: stored.size, sha512 });
  const isOffered = before?.stored_as === stored.stored_as;
  if (mismatch !== null) {
    if (!isOffered) await rm(join(releasesDir, stored.stored_as), { force: true });
    return { kind: 'refused', reason: mismatch };
  }
  const published_at = isoFromInstant(clock.now());
  const signed = update?.signed ?? null;
  const release = { version, file_name: fileName, ...stored, published_at, update: signed };
  await writeManifest(releasesDir, release);
  if (before && !isOffered) await rm(join(releasesDir, before.stored_as), { force: true });
  const newest = await findNewestRelease(deps);
  return { kind: 'published', release, offered: newest?.version ?? version };
}

async function faultOf({ source, version, fileName }: PublishInput): Promise<string | null> {
  if (!releaseVersion.safeParse(version).success)
    return `The version '${version}' is not three numbers such as 1.12.0.`;
  if (!installerName.safeParse(fileName).success)
    return `The name '${fileName}' is not letters, digits, dots and dashes that end in .exe.`;
  const file = await stat(source).catch(() => null);
  if (!file?.isFile()) return `There is no file ${source}.`;
  return file.size === 0 ? `The file ${source} is empty.` : null;
}

async function refusalOf(
  deps: { releasesDir: string; log: typeof SILENT },
  { version, replace }: PublishInput,
): Promise<string | null> {
  if (replace) return null;
  const newest = await findNewestRelease(deps);
  if (!newest || compareVersions(version, newest.version) > 0) return null;
  return `Version ${newest.version} is published already, and ${version} is not newer. Add --replace to publish it all the same.`;
}
