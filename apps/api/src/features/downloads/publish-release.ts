import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { compareVersions, releaseVersion } from '@quorate/contract/release-version';
import { isoFromInstant } from '@quorate/values/instant';
import type { Clock } from '../../process/clock.ts';
import { mismatchOf, readUpdate, type UpdateFiles } from './release-update.ts';
import {
  findNewestRelease,
  installerName,
  isAbsent,
  type ListedRelease,
  listReleases,
  type Manifest,
  manifestPath,
  type ReleaseDeps,
  readRelease,
  storedName,
  withdrawnPath,
} from './releases.ts';

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

const CHUNK_BYTES = 1024 * 1024;

/** What a publish writes into until it is whole; nothing reads files of this name. */
const UNFINISHED = '.part';

/** No copy takes so long: what is older was left by one that was killed. */
const STALE_MS = 86_400_000;

/**
 * Copies an installer into the folder of releases and hashes it on the way; it is on the disk, under the
 * name that its hash gives it, when this returns. Updates name it by its SHA-512.
 */
async function storeInstaller(
  folder: string,
  source: string,
  version: string,
): Promise<Pick<Manifest, 'size' | 'sha256' | 'stored_as'> & { sha512: string }> {
  const hash = createHash('sha256');
  const longHash = createHash('sha512');
  let size = 0;
  const part = join(folder, `${randomUUID()}${UNFINISHED}`);
  try {
    await pipeline(
      createReadStream(source, { highWaterMark: CHUNK_BYTES }),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          longHash.update(chunk);
          size += chunk.length;
          yield chunk;
        }
      },
      createWriteStream(part, { flags: 'wx', flush: true }),
    );
    const sha256 = hash.digest('hex');
    const storedAs = storedName(version, sha256);
    await rename(part, join(folder, storedAs));
    await syncFolder(folder);
    return { size, sha256, sha512: longHash.digest('hex'), stored_as: storedAs };
  } finally {
    await rm(part, { force: true });
  }
}

/** Puts a release on offer, at once and whole. */
async function writeManifest(folder: string, release: Manifest): Promise<void> {
  const part = join(folder, `${randomUUID()}${UNFINISHED}`);
  try {
    await writeFile(part, `${JSON.stringify(release, null, 2)}\n`, { flag: 'wx', flush: true });
    await rename(part, manifestPath(folder, release.version));
    await syncFolder(folder);
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes what a publish that was killed has left. @param now milliseconds */
async function removeStale(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (now - mtimeMs > STALE_MS) await rm(path, { force: true });
  }
}

/** A new name is lost with the power unless its folder is on the disk, too. */
async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders, and keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

type WithdrawOutcome =
  | { kind: 'withdrawn' | 'already' | 'unknown' }
  /** Another one is offered. */
  | { kind: 'not_newest'; offered: string };

/** What withdrawing a version would come to. */
export async function canWithdraw(deps: ReleaseDeps, version: string): Promise<WithdrawOutcome> {
  const asked = await find(deps, version);
  if (!asked) return { kind: 'unknown' };
  if (asked.state === 'withdrawn') return { kind: 'already' };
  if (asked.state === 'offered') return { kind: 'withdrawn' };
  const offered = (await listReleases(deps)).find(({ state }) => state === 'offered');
  return { kind: 'not_newest', offered: offered?.version ?? 'none' };
}

async function find(deps: ReleaseDeps, version: string): Promise<ListedRelease | undefined> {
  const named = (release: ListedRelease) => release.version === version;
  const asked = (await listReleases(deps)).find(named);
  // One that gets its other name while the folder is read looks broken until it is read again.
  return asked?.state === 'broken' ? (await listReleases(deps)).find(named) : asked;
}

/**
 * Takes a release off the offer, at once: its manifest gets another name, which nothing looks for. Its file
 * stays, so that who downloads it now is not cut off.
 *
 * @returns false when somebody else just did
 */
export async function withdrawRelease(
  { releasesDir }: Pick<ReleaseDeps, 'releasesDir'>,
  version: string,
): Promise<boolean> {
  try {
    await rename(manifestPath(releasesDir, version), withdrawnPath(releasesDir, version));
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  await syncFolder(releasesDir);
  return true;
}

/** Offers it again: what was done beside it was not saved. */
export async function undoWithdrawal(
  { releasesDir }: Pick<ReleaseDeps, 'releasesDir'>,
  version: string,
): Promise<void> {
  await rename(withdrawnPath(releasesDir, version), manifestPath(releasesDir, version));
}
