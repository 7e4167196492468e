import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { signedUpdate } from '@quorate/contract/desktop-update';
import { desktopRelease } from '@quorate/contract/downloads';
import { compareVersions, releaseVersion } from '@quorate/contract/release-version';
import { z } from 'zod';
import { believedUntil } from './release-update.ts';

export type ReleaseDeps = Readonly<{
  /** Where releases are published to. It need not exist. */
  releasesDir: string;
  log: { warn(about: object, message: string): void };
}>;

/** How often a release may be replaced between being found and being opened. */
const TRIES = 3;

/**
 * The newest release that is whole; null before the first. Looked for at every call, so that a release is
 * offered from the moment its manifest is there: a folder holds a handful of them.
 */
export async function findNewestRelease(deps: ReleaseDeps): Promise<Manifest | null> {
  for (const version of await publishedVersions(deps.releasesDir)) {
    const release = await readRelease(deps, version);
    if (release) return release;
  }
  return null;
}

/** @throws Error when a release is there and its file cannot be opened */
export async function openNewestRelease(
  deps: ReleaseDeps,
): Promise<{ release: Manifest; file: FileHandle } | null> {
  for (let tries = 1; ; tries += 1) {
    const release = await findNewestRelease(deps);
    if (!release) return null;
    try {
      return { release, file: await open(join(deps.releasesDir, release.stored_as)) };
    } catch (error) {
      if (tries === TRIES || !isAbsent(error)) throw error;
    }
  }
}

/** Newest first. */
async function publishedVersions(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  return names
    .map(versionOf)
    .filter((version) => version !== null)
    .sort((a, b) => compareVersions(b, a));
}

/** One release; null, and a word in the log, where its manifest or its file is not what was published. */
export async function readRelease(
  { releasesDir, log }: ReleaseDeps,
  version: string,
): Promise<Manifest | null> {
  const path = manifestPath(releasesDir, version);
  try {
    const release = await readManifest(path);
    const { size } = await stat(join(releasesDir, release.stored_as));
    if (size === release.size && release.version === version) return release;
    log.warn({ path, size }, 'a desktop release is not whole and is not offered');
  } catch (err) {
    // Withdrawn since the folder was listed.
    if (!isAbsent(err) || (await exists(path)))
      log.warn({ path, err }, 'a desktop release cannot be read and is not offered');
  }
  return null;
}

/** @throws Error where it is absent or no manifest */
async function readManifest(path: string): Promise<Manifest> {
  return manifest.parse(JSON.parse(await readFile(path, 'utf8')));
}

export function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Fit for every file system and for a header, without quoting. */
export const installerName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.exe$/i);

/**
 * What the folder of releases holds of one: `VERSION.json`, written last. The bytes lie beside it under a
 * name that is made from their hash, so that a manifest never speaks of other bytes than its own.
 */
const manifest = z.object({
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
function versionOf(fileName: string): string | null {
  const parsed = releaseVersion.safeParse(fileName.replace(/\.json$/, ''));
  return parsed.success && fileName.endsWith('.json') ? parsed.data : null;
}

export type ListedRelease = Readonly<{
  version: string;
  /** `offered`: the newest that is whole. `broken`: its manifest or its file is not what was published. */
  state: 'offered' | 'older' | 'withdrawn' | 'broken';
  /** null where it cannot be read. */
  manifest: Manifest | null;
  /** Until when installed apps believe what is served of it; null where they do not update by it. */
  updatesUntil: string | null;
}>;

/** Everything that was ever published into the folder and is still there, newest first. */
export async function listReleases(deps: ReleaseDeps): Promise<ListedRelease[]> {
  const published = await publishedVersions(deps.releasesDir);
  const listed: Omit<ListedRelease, 'updatesUntil'>[] = [];
  let isNewest = true;
  for (const version of published) {
    const manifest = await readRelease(deps, version);
    if (!manifest) listed.push({ version, state: 'broken', manifest });
    else listed.push({ version, state: isNewest ? 'offered' : 'older', manifest });
    if (manifest) isNewest = false;
  }
  for (const version of await withdrawnVersions(deps.releasesDir)) {
    if (published.includes(version)) continue;
    const manifest = await readManifest(withdrawnPath(deps.releasesDir, version)).catch(() => null);
    listed.push({ version, state: 'withdrawn', manifest });
  }
  return listed
    .toSorted((a, b) => compareVersions(b.version, a.version))
    .map((each) => {
      const update = each.manifest?.update ?? null;
      return { ...each, updatesUntil: update && believedUntil(update) };
    });
}

async function withdrawnVersions(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const version = releaseVersion.safeParse(name.replace(/\.withdrawn\.json$/, ''));
    return version.success && name.endsWith('.withdrawn.json') ? [version.data] : [];
  });
}
