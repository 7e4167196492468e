import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareVersions } from '@quorate/contract/release-version';
import { type Manifest, manifest, manifestPath, versionOf } from './manifest.ts';

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
export async function publishedVersions(folder: string): Promise<string[]> {
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
export async function readManifest(path: string): Promise<Manifest> {
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
